// Runs a call under its idempotency key: the first call runs, repeated calls get its response.
import { type DescMethodUnary, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { ErrorDetailSchema } from '../../../gen/payments/common/v1/error_detail_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Call, Reply } from '../core/call.ts';
import { reached } from '../core/crash-points.ts';
import { fail, fromDetail, Refusal, toDetail } from '../messages/fail.ts';
import type { SealedColumn } from '../storage/resealing.ts';
import type { Place, Sealing, Secrets } from '../storage/secrets.ts';
import type { Claim, IdempotencyTable, KeyedRequest } from './idempotency.ts';
import { fingerprintOf, operationOf } from './signed-retry.ts';

/** Creates the keyed form of one method. */
export type Idempotent = (desc: DescMethodUnary) => (keyed: KeyedCall) => Promise<Reply>;

export interface KeyedCall {
  readonly request: Message;
  readonly call: Call;
  readonly idempotencyKey: string;
  /** Runs the method under this operation id, which stays the same when a call continues after a crash. */
  readonly run: (operationId: string) => Promise<Message>;
}

/**
 * Idempotency with the service's own table. Responses and refusals that would be repeated are stored for a day. Not stored are 401, 403
 * FORBIDDEN, 429 RATE_LIMITED, 5xx, and challenges to sign, which only request the same call again. Responses may contain personal data and
 * tokens, so they are sealed. Requests may contain secrets, so their fingerprints are keyed, by hash keys: they stay valid when the master key
 * is replaced.
 */
export function idempotentOver(table: IdempotencyTable, secrets: Secrets): Idempotent {
  const keyed = (fingerprint: string) => secrets.macs({ text: fingerprint, purpose: 'idempotency.fingerprint' });
  return (desc) => async (keyedCall) => {
    const operation = operationOf(desc, keyedCall.request);
    const { platformId, agentId } = keyedCall.call.caller;
    const request: KeyedRequest = {
      platformId,
      // The same key can be used to create a resource and to execute it, and by several agents.
      scope: agentId === undefined ? operation : `${operation} by ${agentId}`,
      key: keyedCall.idempotencyKey,
      fingerprints: keyed(digestOf(desc, keyedCall)), // a new signature does not make a different request
    };
    const claimed = await table.claim(request);
    if (claimed.kind === 'mismatch') throw reused();
    if (claimed.kind === 'running') throw stillRunning();
    if (claimed.kind === 'replay') return replay(desc, claimed, (sealed) => secrets.open(sealed, placeOf(request)));
    reached('key claimed');
    return { message: await runClaimed({ desc, table, secrets, claim: claimed.claim, keyedCall }), replayed: false };
  };
}

/** Of all that was sent, also of fields that were ignored: a caller that changes one must not take the first response for its own. */
function digestOf(desc: DescMethodUnary, { call, request }: KeyedCall): string {
  const fingerprint = Buffer.from(fingerprintOf(desc, request, { unknownFields: true })).toString('base64');
  return call.bodyDigest === undefined ? fingerprint : `${fingerprint} ${call.bodyDigest}`; // the message also has what stands in the query
}

interface ClaimedRun {
  readonly desc: DescMethodUnary;
  readonly table: IdempotencyTable;
  readonly secrets: Sealing;
  readonly claim: Claim;
  readonly keyedCall: KeyedCall;
}

async function runClaimed({ desc, table, secrets, claim, keyedCall }: ClaimedRun): Promise<Message> {
  try {
    const message = await keyedCall.run(claim.operationId);
    reached('answer made');
    if (!isChallenge(message)) return await finished({ desc, table, secrets, claim, message });
    await table.release(claim);
    return message;
  } catch (error) {
    if (isKept(error)) await table.finish(claim, { error: toBinary(ErrorDetailSchema, toDetail(error)) });
    else if (error instanceof Refusal && error.status < 500) await table.release(claim);
    else await table.suspend(claim);
    throw error;
  }
}

type Finished = Omit<ClaimedRun, 'keyedCall'> & { readonly message: Message };

/** If another process took over the call and was faster, its response. */
async function finished({ desc, table, secrets, claim, message }: Finished): Promise<Message> {
  const place = placeOf(claim);
  const first = await table.finish(claim, { reply: secrets.seal(toBinary(desc.output, message), place) });
  return first ? replay(desc, first, (sealed) => secrets.open(sealed, place)).message : message;
}

/** Where the stored response of a key is sealed. */
function placeOf({ platformId, scope, key }: Pick<KeyedRequest, 'platformId' | 'scope' | 'key'>): Place {
  return { purpose: 'idempotency.reply', row: JSON.stringify([platformId, scope, key]) };
}

interface Kept {
  readonly reply?: Uint8Array;
  readonly error?: Uint8Array;
}

function replay(desc: DescMethodUnary, kept: Kept, open: (sealed: Uint8Array) => Uint8Array): Reply {
  if (kept.error) throw replayed(fromDetail(fromBinary(ErrorDetailSchema, kept.error)));
  const reply = kept.reply ? open(kept.reply) : new Uint8Array();
  return { message: fromBinary(desc.output, reply), replayed: true };
}

/** A stored refusal. The gateway marks its response as replayed. */
function replayed(refusal: Refusal): Refusal {
  return new Refusal(refusal.code, refusal.message, { ...refusal.more, replayed: true });
}

/** Whether the refusal is final, so that it is stored as the response of the key. */
function isKept(error: unknown): error is Refusal {
  if (!(error instanceof Refusal) || error.status >= 500 || error.status === 401) return false;
  return error.code !== ErrorCode.FORBIDDEN && error.code !== ErrorCode.RATE_LIMITED;
}

function isChallenge(message: Message): boolean {
  const { outcome } = message as Message & { outcome?: { case?: string } };
  return outcome?.case === 'challenge';
}

const reused = () =>
  fail(ErrorCode.INVALID_INPUT, 'This Idempotency-Key was used with a different body. Use a new key.', {
    reason: 'IDEMPOTENCY_KEY_REUSED',
  });

const stillRunning = () =>
  new Refusal(ErrorCode.CONFLICT, 'The first request with this Idempotency-Key is still running.', {
    details: { reason: 'IDEMPOTENCY_KEY_IN_FLIGHT' },
    retryAfterSeconds: 1,
  });

/** For resealing. */
export const sealedReplies: SealedColumn = {
  table: 'idempotency',
  column: 'reply',
  key: { platform_id: 'uuid', scope: 'text', key: 'text' },
  place: ({ platform_id: platformId = '', scope = '', key = '' }) => placeOf({ platformId, scope, key }),
};
