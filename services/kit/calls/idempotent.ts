// Runs a call under its idempotency key: the first one runs, the others get its answer.
import { type DescMethodUnary, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { ErrorCode, ErrorDetailSchema } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Call, Reply } from '../core/call.ts';
import { reached } from '../core/crash-points.ts';
import { fail, fromDetail, Refusal, toDetail } from '../messages/fail.ts';
import type { SealedColumn } from '../storage/resealing.ts';
import type { Place, Sealing } from '../storage/secrets.ts';
import type { Claim, IdempotencyTable, KeyedRequest } from './idempotency.ts';
import { identityOf } from './signed-retry.ts';

/** Makes the keyed form of one method. */
export type Idempotent = (desc: DescMethodUnary) => (keyed: KeyedCall) => Promise<Reply>;

export interface KeyedCall {
  readonly request: Message;
  readonly call: Call;
  readonly idempotencyKey: string;
  /** Runs the method under this operation id, which stays the same when a call is resumed after a crash. */
  readonly run: (operationId: string) => Promise<Message>;
}

/**
 * Idempotency over a service's own table. Kept for a day: answers and refusals that would be the same again. Not kept: 401, 403
 * FORBIDDEN, 429 RATE_LIMITED, 5xx, and a challenge to sign, which only asks for the same request again. Answers may show personal
 * data and tokens, so that they are kept sealed.
 */
export function idempotentOver(table: IdempotencyTable, secrets: Sealing): Idempotent {
  return (desc) => async (keyed) => {
    const { operation, fingerprint } = identityOf(desc, keyed.request);
    const request: KeyedRequest = {
      platformId: keyed.call.caller.platformId,
      scope: operation, // one key may serve the creation of a resource and its execution
      key: keyed.idempotencyKey,
      fingerprint, // signing anew makes no other request
    };
    const claimed = await table.claim(request);
    if (claimed.kind === 'mismatch') throw reused();
    if (claimed.kind === 'running') throw stillRunning();
    if (claimed.kind === 'replay') return replay(desc, claimed, (sealed) => secrets.open(sealed, placeOf(request)));
    reached('key claimed');
    return { message: await runClaimed({ desc, table, secrets, claim: claimed.claim, keyed }), replayed: false };
  };
}

interface ClaimedRun {
  readonly desc: DescMethodUnary;
  readonly table: IdempotencyTable;
  readonly secrets: Sealing;
  readonly claim: Claim;
  readonly keyed: KeyedCall;
}

async function runClaimed({ desc, table, secrets, claim, keyed }: ClaimedRun): Promise<Message> {
  try {
    const message = await keyed.run(claim.operationId);
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

type Finished = Omit<ClaimedRun, 'keyed'> & { readonly message: Message };

/** Where another process took the call over and was faster, its answer. */
async function finished({ desc, table, secrets, claim, message }: Finished): Promise<Message> {
  const place = placeOf(claim);
  const first = await table.finish(claim, { reply: secrets.seal(toBinary(desc.output, message), place) });
  return first ? replay(desc, first, (sealed) => secrets.open(sealed, place)).message : message;
}

/** Of the reply of a key. */
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

/** A refusal out of the table; the gateway marks its answer as replayed. */
function replayed(refusal: Refusal): Refusal {
  return new Refusal(refusal.code, refusal.message, { ...refusal.more, replayed: true });
}

/** Whether the same call would be refused in the same way again, so that the refusal is the answer of its key. */
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
