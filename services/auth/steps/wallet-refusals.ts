// Refusals of proofs and signatures. The sandbox includes the reason.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';

type RefusalContext = Pick<AuthContext, 'caller' | 'settings'>;

/** Whether magic values are accepted and reasons returned: for sandbox platforms, on a sandbox installation. */
export function isSandbox({ caller, settings }: RefusalContext): boolean {
  return caller.environment === 'sandbox' && settings.mode === 'sandbox';
}

export interface Why {
  readonly code: ErrorCode;
  readonly message: string;
  /** As named in the contract. */
  readonly reason: string;
}

/** A refusal whose reason only the sandbox returns. */
export function refusalFor(context: RefusalContext, { code, message, reason }: Why): Refusal {
  return fail(code, message, isSandbox(context) ? { reason } : undefined);
}

/** An invalid proof. */
export function badProof(context: RefusalContext, reason: string): Refusal {
  return refusalFor(context, { code: ErrorCode.UNAUTHORIZED, message: 'The proof is invalid.', reason });
}

export function badRequestId(context: RefusalContext, reason: string): Refusal {
  const message = 'The Request-Id cannot be used. Send the request without signature headers to get a new one.';
  return refusalFor(context, { code: ErrorCode.UNAUTHORIZED, message, reason });
}

export function malformedStamp(context: RefusalContext): Refusal {
  const message = 'Service-Wallet-Signature must be base64url of JSON with publicKey, scheme and signature.';
  return refusalFor(context, { code: ErrorCode.WALLET_SIGNATURE_MALFORMED, message, reason });
}

export function wrongStamp(context: RefusalContext): Refusal {
  const message = 'Service-Wallet-Signature must be a signature over payloadToSign by an authorized key.';
  return refusalFor(context, { code: ErrorCode.WALLET_SIGNATURE_INVALID, message, reason });
}

export function sessionNotActive(context: RefusalContext): Refusal {
  const message = 'The session has ended. Verify the credential again.';
  return refusalFor(context, { code: ErrorCode.UNAUTHORIZED, message, reason: 'Session not active' });
}

const reason = 'Invalid Service-Wallet-Signature';
