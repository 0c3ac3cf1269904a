// Refusals of proofs and signatures: in the sandbox they say why.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';

type RefusalContext = Pick<AuthContext, 'caller' | 'settings'>;

/** Whether sandbox values are honoured and reasons told: for sandbox platforms, on an installation that has a sandbox. */
export function isSandbox({ caller, settings }: RefusalContext): boolean {
  return caller.environment === 'sandbox' && settings.mode === 'sandbox';
}

export interface Why {
  readonly code: ErrorCode;
  readonly message: string;
  /** In the contract's words. */
  readonly reason: string;
}

/** A refusal whose reason only the sandbox tells. */
export function refusalFor(context: RefusalContext, { code, message, reason }: Why): Refusal {
  return fail(code, message, isSandbox(context) ? { reason } : undefined);
}

/** A proof that does not hold. */
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
