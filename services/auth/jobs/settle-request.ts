// Executes an operation after PROCESSING, even if its retry is not repeated.
import { type DescMethodUnary, fromBinary, type Message } from '@bufbuild/protobuf';
import { CredentialService } from '../../../gen/payments/auth/v1/credential_pb.ts';
import { SessionService } from '../../../gen/payments/auth/v1/session_pb.ts';
import { type Job, retryAt } from '../../kit/background/jobs.ts';
import { refusalFrom } from '../../kit/messages/fail.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import type { SignedRequest } from '../domain/wallet/signed-request.ts';
import { createCredential } from '../methods/create-credential.ts';
import { refreshSession } from '../methods/refresh-session.ts';
import { revokeCredential } from '../methods/revoke-credential.ts';
import { revokeSession } from '../methods/revoke-session.ts';
import { verifyCredential } from '../methods/verify-credential.ts';
import { nextLook } from '../steps/settlement.ts';
import { messagePlace } from '../store/signed-request-row.ts';

/** Repeats the request with the same signature. If the operation refuses it now, it is not executed. */
export async function settleRequest({ payload }: Job, context: AuthContext): Promise<void> {
  const { caller, clock, secrets, store } = context;
  const id = String(payload.signedRequestId);
  const request = await store.requests.find(caller.platformId, id);
  if (request?.state !== 'PROCESSING' || request.isSettled || !request.message) return;
  const message = secrets.open(request.message, messagePlace(id));
  try {
    await resenderOf(request)(message, { ...context, settlesAlone: true });
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || refusal.status >= 500) throw error;
  }
  const after = await store.requests.find(caller.platformId, id);
  const isHeld = after?.state === 'PROCESSING' && !after.isSettled;
  if (isHeld) throw retryAt(nextLook(clock.now())); // another process executes it, and may die
}

type Resender = (message: Uint8Array, context: AuthContext) => Promise<unknown>;

function resender<M extends DescMethodUnary>(desc: M, method: AuthMethod<M>): readonly [string, Resender] {
  type Request = Parameters<AuthMethod<M>>[0];
  const decode = (message: Uint8Array): Message => fromBinary(desc.input, message);
  return [`${desc.parent.typeName}/${desc.name}`, (message, context) => method(decode(message) as Request, context)];
}

const resenders = new Map([
  resender(CredentialService.method.createCredential, createCredential),
  resender(CredentialService.method.verifyCredential, verifyCredential),
  resender(CredentialService.method.revokeCredential, revokeCredential),
  resender(SessionService.method.refreshSession, refreshSession),
  resender(SessionService.method.revokeSession, revokeSession),
]);

function resenderOf({ operation }: SignedRequest): Resender {
  const [method = ''] = operation.split(' ');
  const found = resenders.get(method);
  if (!found) throw new TypeError(`${method} does not settle alone.`);
  return found;
}
