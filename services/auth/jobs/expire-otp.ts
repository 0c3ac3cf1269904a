// A code whose time is over: its private key is forgotten.
import type { Job } from '../../kit/background/jobs.ts';
import type { AuthContext } from '../context.ts';

/** One that was used or replaced meanwhile stays as it is. */
export async function expireOtp({ payload }: Job, { store }: AuthContext): Promise<void> {
  await store.write((rows) => rows.otpIssuances.expire(String(payload.issuanceId)));
}
