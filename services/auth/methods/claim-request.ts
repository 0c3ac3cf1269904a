// Verifies the signed retry of a request, in the contract's order, and claims the request.
import { createHash } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  ClaimedRequestSchema,
  ClaimRequestRequest,
  SignedRequestService,
} from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail, nameOf, Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import {
  isProcessing,
  leaseEnd,
  type Moment,
  type SignedRequest,
  type Signer,
  whyUnusable,
} from '../domain/wallet/signed-request.ts';
import { parseStamp, type Stamp } from '../domain/wallet/stamp.ts';
import { checkStamp } from '../steps/check-stamp.ts';
import { postpone } from '../steps/settlement.ts';
import { badRequestId } from '../steps/wallet-refusals.ts';
import { messagePlace } from '../store/signed-request-row.ts';
import type { FoundRequest, NewClaim } from '../store/signed-requests.ts';

type ClaimRequest = AuthMethod<typeof SignedRequestService.method.claimRequest>;

/** A failed retry leaves the request open, until the fifth. */
export const claimRequest: ClaimRequest = async (request, context) => {
  const { clock, life, secrets, settlement, store, wall } = context;
  const { requestId, header } = headersOf(request);
  const moment: Moment = { now: clock.now(), wallNow: wall.now(), isAlone: request.alone, dead: life.dead() };
  const stamp = parseStamp(header);
  const found = await findOpen({ requestId, operation: request.operation, stamp }, moment, context);
  const { request: opened } = found;

  const signer = judge({ ...found, header, stamp, fingerprint: request.fingerprint }, context);
  if (signer instanceof Refusal) {
    const refused = { publicKey: stamp?.publicKey, code: nameOf(signer.code), at: moment.now };
    await store.requests.countFailure(opened, refused);
    throw signer;
  }
  const message = request.message.length > 0 ? secrets.seal(request.message, messagePlace(opened.id)) : undefined;
  const lease = { leaseUntil: leaseEnd(moment.wallNow), holder: life.holder };
  const claim: NewClaim = { stamp: hashOf(header), signer, ...lease, message };
  const settlesAt = request.mayProcess && opened.settlesAt === undefined ? settlement.dueAt(context) : undefined;
  const isWaiting = settlesAt
    ? await accept({ opened, claim, moment, settlesAt }, context)
    : isProcessing(opened, moment) || !(await claimOnce({ opened, claim, moment }, context));
  return answerFor(opened, signer, isWaiting);
};

function answerFor(opened: SignedRequest, signer: Signer, processing: boolean): MessageInitShape<typeof ClaimedRequestSchema> {
  const { id: operationId, payload, isSettled: settled } = opened;
  return { operationId, payload, ...signer, processing, settled };
}

interface Case {
  readonly opened: SignedRequest;
  readonly claim: NewClaim;
  readonly moment: Moment;
}

/** False if another call is executing it. A retry that was not accepted before is then refused. */
async function claimOnce({ opened, claim, moment }: Case, context: AuthContext): Promise<boolean> {
  const isClaimed = await context.store.requests.claim(opened, claim, moment);
  if (!isClaimed && opened.settlesAt === undefined) throw badRequestId(context, 'Request-Id already used');
  return isClaimed;
}

/** Stores the retry for later. Of two concurrent retries the first is stored, and both must be repeated. */
async function accept(of: Case & { readonly settlesAt: Date }, context: AuthContext): Promise<true> {
  const { opened, claim, moment, settlesAt } = of;
  await context.store.write(async (rows) => {
    if (!(await rows.requests.claim(opened, { ...claim, leaseUntil: moment.wallNow }, moment))) return;
    const { platformId, id } = opened;
    const request = { platformId, id, ...(claim.message && { message: claim.message }) };
    await postpone(rows, { request, settlesAt, runAt: settlesAt }, context);
  });
  return true;
}

function headersOf({ requestId, walletSignature }: ClaimRequestRequest): { requestId: string; header: string } {
  if (walletSignature === undefined) {
    throw fail(ErrorCode.WALLET_SIGNATURE_MISSING, 'A request with Request-Id requires the header Service-Wallet-Signature.');
  }
  if (requestId === undefined) {
    throw fail(ErrorCode.REQUEST_ID_MISSING, 'A request with Service-Wallet-Signature requires the header Request-Id.');
  }
  return { requestId, header: walletSignature };
}

interface Named {
  readonly requestId: string;
  readonly operation: string;
  readonly stamp: Stamp | undefined;
}

async function findOpen({ requestId, operation, stamp }: Named, moment: Moment, context: AuthContext): Promise<FoundRequest> {
  const { caller, store } = context;
  const id = uuidOf('Request', requestId);
  const query = { platformId: caller.platformId, publicKey: stamp?.publicKey ?? '' };
  const found = id === undefined ? undefined : await store.requests.findFor({ ...query, id });
  if (!found || found.request.operation !== operation) throw badRequestId(context, 'Unknown Request-Id');
  const reason = whyUnusable(found.request, moment);
  if (reason !== undefined) throw badRequestId(context, reason);
  return found;
}

interface Retry extends FoundRequest {
  readonly header: string;
  readonly stamp: Stamp | undefined;
  readonly fingerprint: Uint8Array;
}

/** The same retry was already verified: its effect may have ended the session that signed. */
function judge({ request, holder, header, stamp, fingerprint }: Retry, context: AuthContext): Signer | Refusal {
  if (!Buffer.from(request.fingerprint).equals(fingerprint)) return otherBody();
  if (request.claim && hashOf(header).equals(request.claim.stamp)) return request.claim.signer;
  return checkStamp({ header, stamp, payload: request.payload, signers: request, holder }, context);
}

const hashOf = (header: string) => createHash('sha256').update(header).digest();

const otherBody = () =>
  fail(
    ErrorCode.WALLET_SIGNATURE_BODY_MISMATCH,
    'The body differs from the request that was signed. Send the signed body unchanged.',
  );
