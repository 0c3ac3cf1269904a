// Proofs of a credential: verified one after the other, counted when they fail, and blocked after too many failures.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';
import type { Credential } from '../domain/credential.ts';
import { failedProofLimit } from '../domain/limits.ts';
import type { ProofFailures } from '../store/failed-proofs.ts';
import type { AuthRows } from '../store/store.ts';
import { notFound } from './credential-in.ts';
import { refusalFor } from './wallet-refusals.ts';

/** The result of a proof: its effect, already written, or the failed check, for the sandbox. */
export type ProofResult<T> = { readonly effect: T; readonly failure?: never } | { readonly failure: string };

export type ProofCheck<T> = (rows: AuthRows) => Promise<ProofResult<T>>;

/** Throws RATE_LIMITED without verifying the proof after too many recent failures of the credential, and UNAUTHORIZED. */
export function prove<T>(credential: Credential, check: ProofCheck<T>, context: AuthContext): Promise<T> {
  return checkLocked(
    credential,
    async (rows) => {
      refuseHeldBack(await rows.failedProofs.find(credential), context);
      return check(rows);
    },
    context,
  );
}

/** The same for a second proof after a valid first one: a blocked credential does not prevent it. */
export async function checkLocked<T>(credential: Credential, check: ProofCheck<T>, context: AuthContext): Promise<T> {
  const { clock, store } = context;
  const { id, accountId, platformId } = credential;
  const { windowMs } = failedProofLimit;
  const result = await store.write(async (rows) => {
    await rows.credentials.lockAccount(accountId);
    if (!(await rows.credentials.has(platformId, id))) throw notFound(`AuthMethod:${id}`);
    const result = await check(rows);
    if (result.failure !== undefined) await rows.failedProofs.count(credential, clock.now(), windowMs);
    return result;
  });
  if (result.failure !== undefined) throw unproved(result.failure, context);
  return result.effect;
}

/** Throws RATE_LIMITED while the limit of failed proofs is reached. */
export function refuseHeldBack(failures: ProofFailures | undefined, { clock }: Pick<AuthContext, 'clock'>): void {
  if (!failures || failures.count < failedProofLimit.count) return;
  const leftMs = failures.since.getTime() + failedProofLimit.windowMs - clock.now().getTime();
  if (leftMs > 0) throw rateLimited('Too many failed attempts with this credential.', Math.ceil(leftMs / 1000));
}

/** A refused proof. Only the sandbox returns the reason. */
export function unproved(reason: string, context: AuthContext): Refusal {
  return refusalFor(context, { code: ErrorCode.UNAUTHORIZED, message: 'The proof is invalid.', reason });
}

export function rateLimited(message: string, retryAfterSeconds: number): Refusal {
  return new Refusal(ErrorCode.RATE_LIMITED, message, { retryAfterSeconds });
}
