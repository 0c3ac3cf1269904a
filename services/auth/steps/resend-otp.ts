// Sends a new code for a credential, unless one is being sent.
import { isDoneWithin } from '../../kit/core/patience.ts';
import type { AuthContext } from '../context.ts';
import type { OtpCredential } from '../domain/credential.ts';
import type { OtpResend } from '../store/otp-resends.ts';
import { notFound } from './credential-in.ts';
import { type Issued, issueOtp, refuseTooMany } from './issue-otp.ts';
import { isSandbox } from './wallet-refusals.ts';

/** The kind of the jobs that send codes after PROCESSING. */
export const settleOtpKind = 'settle-otp';

/** Undefined while the code is being sent. A later call gets its key. */
export async function resendOtp<C extends OtpCredential>(credential: C, context: AuthContext): Promise<Issued<C> | undefined> {
  const { clock, ids, settlement, store } = context;
  const resend = await store.otpResends.find(credential.platformId, credential.id);
  if (resend && clock.now() < resend.settlesAt) return undefined;
  if (resend && (await isNeeded(resend, context))) return fetch(credential, resend, context);
  if (resend) await store.otpResends.remove(resend);

  const settlesAt = settlement.dueAt(context);
  const next = { platformId: credential.platformId, credentialId: credential.id, issuanceId: ids.next() };
  if (!settlesAt) return sendWithRetries(credential, next.issuanceId, context);
  await sendLater({ ...next, settlesAt }, context);
  return undefined;
}

/** Its code was not sent, or is still valid. */
async function isNeeded({ platformId, issuanceId }: OtpResend, { store: { otpIssuances } }: AuthContext): Promise<boolean> {
  const isSent = (await otpIssuances.targetOfSent(platformId, issuanceId)) !== undefined;
  return isSent || !(await otpIssuances.isOver(platformId, issuanceId));
}

async function fetch<C extends OtpCredential>(
  credential: C,
  resend: OtpResend,
  context: AuthContext,
): Promise<Issued<C> | undefined> {
  const issued = await sendOnce(credential, resend.issuanceId, context);
  if (issued) await context.store.otpResends.remove(resend);
  return issued;
}

/** Of concurrent calls one sends it. Undefined for the others. */
export async function sendOnce<C extends OtpCredential>(
  credential: C,
  issuanceId: string,
  context: AuthContext,
): Promise<Issued<C> | undefined> {
  const { clock, store } = context;
  const now = clock.now();
  const resend = { platformId: credential.platformId, credentialId: credential.id, issuanceId };
  const isSent = (await store.otpIssuances.targetOfSent(resend.platformId, issuanceId)) !== undefined;
  if (!isSent && !(await store.otpResends.claim(resend, { now, until: new Date(now.getTime() + graceMs) }))) return undefined;
  const issued = await issueOtp(credential, issuanceId, context);
  await store.otpResends.settle(resend, clock.now());
  return issued;
}

async function sendLater(resend: OtpResend, { caller, clock, requestId, store }: AuthContext): Promise<void> {
  const { platformId, credentialId, issuanceId, settlesAt: runAt } = resend;
  await store.write(async (rows) => {
    if (!(await rows.credentials.lock(platformId, credentialId))) throw notFound(`AuthMethod:${credentialId}`);
    await refuseTooMany(rows, resend, clock.now());
    if (!(await rows.otpResends.insert(resend))) return;
    await rows.jobs.add({
      kind: settleOtpKind,
      key: issuanceId,
      caller,
      payload: { credentialId, issuanceId },
      runAt,
      requestId,
    });
  });
}

const retryForMs = 2_000;
/** After that another call sends it, because the process has died. */
const graceMs = 30_000;

/** Does not wait for a slow mail server. The sandbox has none. */
async function sendWithRetries<C extends OtpCredential>(credential: C, issuanceId: string, context: AuthContext) {
  const { clock, store } = context;
  const sending = issueOtp(credential, issuanceId, context);
  if (isSandbox(context) || (await isDoneWithin(sending, retryForMs))) return sending;
  const resend = { platformId: credential.platformId, credentialId: credential.id, issuanceId };
  await store.otpResends.insert({ ...resend, settlesAt: new Date(clock.now().getTime() + graceMs) });
  void sending
    .then(
      () => store.otpResends.settle(resend, clock.now()),
      () => store.otpResends.remove(resend),
    )
    .catch(() => undefined); // its grace period ends then
  return undefined;
}
