// A code that was asked for is sent, whether or not anybody asks for its key.
import { type Job, retryAt } from '../../kit/background/jobs.ts';
import type { AuthContext } from '../context.ts';
import { isOtp } from '../domain/credential.ts';
import { sendOnce } from '../steps/resend-otp.ts';

/** Nothing to do when its key was fetched, and the code sent with that, or when the credential is gone. */
export async function settleOtp({ payload }: Job, context: AuthContext): Promise<void> {
  const { caller, clock, store } = context;
  const [credentialId, issuanceId] = [String(payload.credentialId), String(payload.issuanceId)];
  const resend = await store.otpResends.find(caller.platformId, credentialId);
  const credential = await store.credentials.find(caller.platformId, credentialId);
  if (resend?.issuanceId !== issuanceId || !credential || !isOtp(credential)) return;
  if (!(await sendOnce(credential, issuanceId, context))) throw retryAt(new Date(clock.now().getTime() + sendingMs));
}

/** Somebody else is sending it; they may die. */
const sendingMs = 5_000;
