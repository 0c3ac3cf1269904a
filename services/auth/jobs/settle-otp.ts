// Sends a requested code, even if its key is never fetched.
import { type Job, retryAt } from '../../kit/background/jobs.ts';
import type { AuthContext } from '../context.ts';
import { isOtp } from '../domain/credential.ts';
import { sendOnce } from '../steps/resend-otp.ts';

/** Does nothing if its key was fetched, which sent the code, or if the credential was deleted. */
export async function settleOtp({ payload }: Job, context: AuthContext): Promise<void> {
  const { caller, clock, store } = context;
  const [credentialId, issuanceId] = [String(payload.credentialId), String(payload.issuanceId)];
  const resend = await store.otpResends.find(caller.platformId, credentialId);
  const credential = await store.credentials.find(caller.platformId, credentialId);
  if (resend?.issuanceId !== issuanceId || !credential || !isOtp(credential)) return;
  if (!(await sendOnce(credential, issuanceId, context))) throw retryAt(new Date(clock.now().getTime() + sendingMs));
}

/** Another process is sending it, and may die. */
const sendingMs = 5_000;
