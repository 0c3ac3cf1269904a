// Expires a code and deletes its private key.
import type { Job } from '../../kit/background/jobs.ts';
import type { AuthContext } from '../context.ts';

/** Ignores a code that was used or replaced. */
export async function expireOtp({ payload }: Job, { caller, store }: AuthContext): Promise<void> {
  await store.otpIssuances.expire({ platformId: caller.platformId, id: String(payload.issuanceId) });
}
