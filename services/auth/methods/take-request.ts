// Checks the signed retry of a request, in the order that the contract fixes, and takes the request for it.
import { createHash } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  SignedRequestService,
  TakenRequestSchema,
  TakeRequestRequest,
} from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, nameOf, Refusal } from '../../kit/fail.ts';
import { uuidOf } from '../../kit/ids.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import {
  isProcessing,
  leaseEnd,
  type Moment,
  type SignedRequest,
  type Signer,
  whyUnusable,
} from '../domain/wallet/signed-request.ts';
import { parseStamp } from '../domain/wallet/stamp.ts';
import { checkStamp } from '../steps/check-stamp.ts';
import { messagePurpose, postpone } from '../steps/settlement.ts';
import { badRequestId } from '../steps/wallet-refusals.ts';
import type { Taking } from '../store/signed-requests.ts';

type TakeRequest = AuthMethod<typeof SignedRequestService.method.takeRequest>;

/** A retry that fails leaves the request open, until the fifth. */
export const takeRequest: TakeRequest = async (request, context) => {
  const { clock, secrets, settlement, store, wall } = context;
  const { requestId, header } = headersOf(request);
  const moment: Moment = { now: clock.now(), wallNow: wall.now(), isAlone: request.alone };
  const opened = await findOpen({ requestId, operation: request.operation }, moment, context);

  const retry: Retry = { opened, header, fingerprint: request.fingerprint };
  const signer = await judge(retry, context);
  if (signer instanceof Refusal) {
    const publicKey = parseStamp(header)?.publicKey;
    await store.requests.countFailure(opened.id, { publicKey, code: nameOf(signer.code), now: moment.now });
    throw signer;
  }
  const message = request.message.length > 0 ? secrets.seal(request.message, messagePurpose) : undefined;
  const taking: Taking = { stamp: hashOf(header), signer, leaseUntil: leaseEnd(moment.wallNow), message };
  const settlesAt = request.mayProcess && opened.settlesAt === undefined ? settlement.dueAt(context) : undefined;
  const isWaiting = settlesAt
    ? await accept({ opened, taking, moment, settlesAt }, context)
    : isProcessing(opened, moment) || !(await take({ opened, taking, moment }, context));
  return answerFor(opened, signer, isWaiting);
};

function answerFor(opened: SignedRequest, signer: Signer, processing: boolean): MessageInitShape<typeof TakenRequestSchema> {
  const { id: operationId, payload, isSettled: settled } = opened;
  return { operationId, payload, ...signer, processing, settled };
}

interface Case {
  readonly opened: SignedRequest;
  readonly taking: Taking;
  readonly moment: Moment;
}

/** False when somebody else carries it out at this moment. One whose retry was not accepted before is refused then. */
async function take({ opened, taking, moment }: Case, context: AuthContext): Promise<boolean> {
  const isTaken = await context.store.requests.take(opened.id, taking, moment);
  if (!isTaken && opened.settlesAt === undefined) throw badRequestId(context, 'Request-Id already used');
  return isTaken;
}

/** Keeps the retry for later. Of two at once the first one is kept, and both are told to come again. */
async function accept(of: Case & { readonly settlesAt: Date }, context: AuthContext): Promise<true> {
  const { opened, taking, moment, settlesAt } = of;
  await context.store.write(async (rows) => {
    if (!(await rows.requests.take(opened.id, { ...taking, leaseUntil: moment.wallNow }, moment))) return;
    const request = { id: opened.id, ...(taking.message && { message: taking.message }) };
    await postpone(rows, { request, settlesAt, runAt: settlesAt }, context);
  });
  return true;
}

function headersOf({ requestId, walletSignature }: TakeRequestRequest): { requestId: string; header: string } {
  if (walletSignature === undefined) {
    throw fail(ErrorCode.WALLET_SIGNATURE_MISSING, 'A request with Request-Id needs the header Service-Wallet-Signature.');
  }
  if (requestId === undefined) {
    throw fail(ErrorCode.REQUEST_ID_MISSING, 'A request with Service-Wallet-Signature needs the header Request-Id.');
  }
  return { requestId, header: walletSignature };
}

async function findOpen(
  { requestId, operation }: { requestId: string; operation: string },
  moment: Moment,
  context: AuthContext,
): Promise<SignedRequest> {
  const id = uuidOf('Request', requestId);
  const opened = id === undefined ? undefined : await context.store.requests.find(context.caller.platformId, id);
  if (!opened || opened.operation !== operation) throw badRequestId(context, 'Unknown Request-Id');
  const reason = whyUnusable(opened, moment);
  if (reason !== undefined) throw badRequestId(context, reason);
  return opened;
}

interface Retry {
  readonly opened: SignedRequest;
  readonly header: string;
  readonly fingerprint: Uint8Array;
}

/** The same retry again was judged before: what it does may have ended the session that signed. */
async function judge({ opened, header, fingerprint }: Retry, context: AuthContext): Promise<Signer | Refusal> {
  if (!Buffer.from(opened.fingerprint).equals(fingerprint)) return otherBody();
  if (opened.taken && hashOf(header).equals(opened.taken.stamp)) return opened.taken.signer;
  return checkStamp({ header, payload: opened.payload, signers: opened }, context);
}

const hashOf = (header: string) => createHash('sha256').update(header).digest();

const otherBody = () =>
  fail(ErrorCode.WALLET_SIGNATURE_BODY_MISMATCH, 'The body is not that of the request that was to be signed. Send it unchanged.');
