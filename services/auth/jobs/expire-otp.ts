// A code whose time is over: its private key is forgotten.
import type { Job } from '../../kit/background/jobs.ts';
import type { AuthContext } from '../context.ts';

/** One that was used or replaced meanwhile stays as it is. */
export async function expireOtp({ payload }: Job, { caller, store }: AuthContext): Promise<void> {
  await store.otpIssuances.expire({ platformId: caller.platformId, id: String(payload.issuanceId) });
}
