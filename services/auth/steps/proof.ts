// Proofs that fail: refused, counted, and held back when there are too many of one credential.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { Refusal } from '../../kit/fail.ts';
import type { AuthContext } from '../context.ts';
import { failedProofLimit } from '../domain/limits.ts';
import { refusalFor } from './wallet-refusals.ts';

/** Throws RATE_LIMITED when too many proofs of the credential have failed of late. */
export async function refuseHeldBack(credentialId: string, { store, clock }: AuthContext): Promise<void> {
  const failures = await store.failedProofs.find(credentialId);
  if (!failures || failures.count < failedProofLimit.count) return;
  const leftMs = failures.since.getTime() + failedProofLimit.windowMs - clock.now().getTime();
  if (leftMs > 0) throw rateLimited('Too many failed attempts with this credential.', Math.ceil(leftMs / 1000));
}

/** Counts a failed proof, and gives the refusal to throw. */
export async function failedProof(credentialId: string, reason: string, context: AuthContext): Promise<Refusal> {
  const { store, clock } = context;
  await store.failedProofs.count(credentialId, { now: clock.now(), windowMs: failedProofLimit.windowMs });
  return unproved(reason, context);
}

/** A refused proof. Why is told in the sandbox only. */
export function unproved(reason: string, context: AuthContext): Refusal {
  return refusalFor(context, { code: ErrorCode.UNAUTHORIZED, message: 'The proof does not hold.', reason });
}

export function rateLimited(message: string, retryAfterSeconds: number): Refusal {
  return new Refusal(ErrorCode.RATE_LIMITED, message, { retryAfterSeconds });
}
