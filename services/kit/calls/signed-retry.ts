// Signed retries: an operation on a wallet is called twice, the second time with a signature over the text that the first call returned.
import { createHash } from 'node:crypto';
import {
  clearField,
  clone,
  create,
  type DescField,
  type DescMethodUnary,
  type Message,
  type MessageInitShape,
  toBinary,
} from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { WalletOperationProcessingSchema, WalletOperationStatus } from '../../../gen/payments/auth/v1/session_pb.ts';
import {
  type ClaimedRequest,
  type OpenedRequest,
  type OpenRequestRequestSchema,
  RequestEnd,
  type SignedRequestService,
} from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { type SignedRequestChallenge, SignedRequestChallengeSchema } from '../../../gen/payments/common/v1/signed_request_pb.ts';
import { field as fieldRule, method as methodRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Caller } from '../core/caller.ts';
import { reached } from '../core/crash-points.ts';
import { isDoneWithin } from '../core/patience.ts';
import { Refusal } from '../messages/fail.ts';
import { optionOf } from '../messages/options.ts';

/** A request that may carry both headers of a signed retry. */
export type SignedMessage = Message & { walletSignature?: string | undefined; requestId?: string | undefined };

/** Requires `signedRequests: SignedRequestService` in the needs of the service. */
export interface SignedContext {
  readonly caller: Pick<Caller, 'environment'>;
  /** The service itself executes the operation after PROCESSING. No caller receives the result. */
  readonly settlesAlone?: boolean;
  readonly clients: { readonly signedRequests: Client<typeof SignedRequestService> };
  readonly lastingClients: SignedContext['clients'];
}

/** Identifies the operation, which must be the same in the retry. */
export interface OperationIdentity {
  /** The method, and the ids in its path. */
  readonly operation: string;
  /** SHA-256 of the decoded request without the fields of headers. */
  readonly fingerprint: Uint8Array<ArrayBuffer>;
}

export interface SignedOperation<T> {
  readonly desc: DescMethodUnary;
  readonly request: SignedMessage;
  /**
   * The text to sign, and who may sign it. Refusals that require no signature belong here or earlier, so that they precede any challenge.
   */
  readonly open: () => Promise<Opening>;
  /** The effect, after the signature was verified. Repeatable under `claimed.operationId`. If it refuses, the request stays open. */
  readonly run: (claimed: ClaimedRequest) => Promise<T>;
}

export type Opening = { readonly [Name in keyof NewRequest]: Exclude<NewRequest[Name], undefined> };

type NewRequest = Omit<MessageInitShape<typeof OpenRequestRequestSchema>, 'operation' | 'fingerprint' | '$typeName'>;

/** The outcome of an operation: a challenge, returned as 202, or the result of its effect. */
export type Signed<T> =
  | { readonly challenge: OpenedRequest; readonly result?: never }
  | { readonly challenge?: never; readonly result: T };

/** The outcome of an operation that can take longer than its caller waits. */
export type Settling<T> = Signed<T> | { readonly challenge?: never; readonly result?: never; readonly processing: true };

/** An operation that can return PROCESSING. */
export interface SettlingOperation<T> extends SignedOperation<T> {
  /** Whether the service executes it even if the call is not repeated. Not for operations whose only effect is their response. */
  readonly settlesAlone: boolean;
}

/** Opens a request if both headers are absent. Otherwise verifies the retry, runs the effect, and uses up the request. */
export async function signedRetry<T>(context: SignedContext, operation: SignedOperation<T>): Promise<Signed<T>> {
  const outcome = await attempt(context, { ...operation, mayProcess: false, settlesAlone: false });
  if ('processing' in outcome) throw new TypeError('The operation answered PROCESSING, but declares no such outcome.');
  return outcome;
}

/** The same for operations that can return PROCESSING: the identical retry then continues the same operation. */
export function settlingRetry<T>(context: SignedContext, operation: SettlingOperation<T>): Promise<Settling<T>> {
  return attempt(context, { ...operation, mayProcess: true });
}

type Attempt<T> = SettlingOperation<T> & { readonly mayProcess: boolean };

async function attempt<T>(context: SignedContext, operation: Attempt<T>): Promise<Settling<T>> {
  const { clients, settlesAlone = false } = context;
  const { desc, request, open, run, mayProcess } = operation;
  const { walletSignature, requestId } = request;
  const identity = identityOf(desc, request);
  if (walletSignature === undefined && requestId === undefined) {
    return { challenge: await clients.signedRequests.openRequest({ ...(await open()), ...identity }) };
  }

  const claimed = await clients.signedRequests.claimRequest({
    ...identity,
    ...(walletSignature !== undefined && { walletSignature }),
    ...(requestId !== undefined && { requestId }),
    ...(operation.settlesAlone && { message: bytesOf(desc, request) }),
    mayProcess,
    alone: settlesAlone,
  });
  if (claimed.processing) return { processing: true };
  reached('signed request taken');
  return carryOut(context, { requestId: requestId ?? '', effect: run(claimed), mayProcess });
}

interface Effect<T> {
  readonly requestId: string;
  readonly effect: Promise<T>;
  readonly mayProcess: boolean;
}

async function carryOut<T>(context: SignedContext, { requestId, effect, mayProcess }: Effect<T>): Promise<Settling<T>> {
  const { caller, settlesAlone = false } = context;
  const finish = (end: RequestEnd, clients = context.clients) => clients.signedRequests.finishRequest({ requestId, end });
  const isAwaited = !mayProcess || settlesAlone || caller.environment === 'sandbox' || (await isDoneWithin(effect, waitMaxMs));
  if (!isAwaited) {
    await finish(RequestEnd.PROCESSING);
    void effect
      .then(() => RequestEnd.SETTLED, endOf)
      .then((end) => finish(end, context.lastingClients))
      .catch(() => undefined); // its job will continue it
    return { processing: true };
  }

  const result = await effect.catch(async (error: unknown) => {
    await finish(endOf(error));
    throw error;
  });
  reached('signed effect had');
  await finish(settlesAlone ? RequestEnd.SETTLED : RequestEnd.DONE);
  return { result };
}

/** How long a caller waits for a signed operation. The sandbox always waits for the end. */
const waitMaxMs = 2_000;

/** The body of 200 while an operation settles. */
export const stillProcessing = create(WalletOperationProcessingSchema, {
  status: WalletOperationStatus.PROCESSING,
  message: 'The operation was accepted and has not settled. Send the same request again.',
});

/** A challenge as returned to callers. */
export function toChallenge({ requestId, payloadToSign, expiresAt }: OpenedRequest): SignedRequestChallenge {
  return create(SignedRequestChallengeSchema, { requestId, payloadToSign, ...(expiresAt && { expiresAt }) });
}

/** Requests with the same identity are equal, whatever the spacing and order of their bodies. */
export function identityOf(desc: DescMethodUnary, request: SignedMessage): OperationIdentity {
  return { operation: operationOf(desc, request), fingerprint: fingerprintOf(desc, request) };
}

/** The method, and the ids in its path. */
export function operationOf(desc: DescMethodUnary, request: Message): string {
  const values = request as unknown as Record<string, unknown>;
  const ids = partsOf(desc).addresses.map(({ localName }) => String(values[localName]));
  return [`${desc.parent.typeName}/${desc.name}`, ...ids].join(' ');
}

/** SHA-256 of a request without the fields of headers. */
export function fingerprintOf(desc: DescMethodUnary, request: Message, { unknownFields = false } = {}): Uint8Array<ArrayBuffer> {
  const bare = clone(desc.input, request);
  for (const header of partsOf(desc).headers) clearField(bare, header);
  return createHash('sha256')
    .update(bytesOf(desc, bare, unknownFields))
    .digest();
}

function bytesOf(desc: DescMethodUnary, request: Message, writeUnknownFields = false): Uint8Array<ArrayBuffer> {
  return toBinary(desc.input, request, { writeUnknownFields });
}

function endOf(error: unknown): RequestEnd {
  return error instanceof Refusal && error.status < 500 ? RequestEnd.REFUSED : RequestEnd.UNKNOWN;
}

interface Parts {
  readonly addresses: readonly DescField[];
  /** The fields that headers fill. */
  readonly headers: readonly DescField[];
}

/** Cached, because reading options is slow. */
function partsOf(desc: DescMethodUnary): Parts {
  const found = known.get(desc);
  if (found) return found;
  const bound = new Set(optionOf(desc, methodRule)?.headers.map(({ field }) => field));
  const made = {
    addresses: desc.input.fields.filter((field) => optionOf(field, fieldRule)?.notFound),
    headers: desc.input.fields.filter(({ name }) => bound.has(name)),
  };
  known.set(desc, made);
  return made;
}

const known = new WeakMap<DescMethodUnary, Parts>();
