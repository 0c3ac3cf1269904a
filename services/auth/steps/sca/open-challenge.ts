// Opens a challenge and sends its code. A repeated call with the same id returns the same challenge and does not send its code again.
import type { AuthContext } from '../../context.ts';
import { waitSeconds } from '../../domain/limits.ts';
import { challengeEnd, factorsFor, type ScaChallenge, startLimits } from '../../domain/sca/challenge.ts';
import type { ScaPasskey } from '../../domain/sca/passkey.ts';
import type { AuthRows } from '../../store/store.ts';
import { rateLimited } from '../proof.ts';
import type { Applicant } from './applicant.ts';
import { wrongProof } from './judge.ts';
import { sendCode } from './send-code.ts';

type RequestedField = 'id' | 'subject' | 'subjectId' | 'factor' | 'availableFactors' | 'purpose' | 'agreement';

export interface NewChallenge extends Pick<ScaChallenge, RequestedField> {
  readonly applicant: Applicant;
  readonly passkey: ScaPasskey | undefined;
  readonly endsBy?: Date;
}

/** Throws INVALID_INPUT for a factor that the customer does not have, and RATE_LIMITED where the contract has that response. */
export async function openChallenge(
  { applicant, passkey, endsBy, ...rest }: NewChallenge,
  context: AuthContext,
): Promise<ScaChallenge> {
  if (!rest.availableFactors.includes(rest.factor)) {
    throw wrongProof(`The factor ${rest.factor} is not available for this customer.`);
  }
  const { clock, store } = context;
  const now = clock.now();
  const { phone } = applicant;
  const challenge: ScaChallenge = {
    ...rest,
    ...applicant.key,
    ...(passkey && factorsFor(rest).includes('PASSKEY') && { webauthnId: passkey.webauthnId }),
    ...(phone !== undefined && rest.factor === 'SMS_OTP' && { phone }),
    state: 'OPEN',
    wrongProofs: 0,
    sends: 0,
    createdAt: now,
    expiresAt: challengeEnd(rest.factor, now, endsBy),
  };
  const kept = await store.write((rows) => keep(rows, challenge));
  if (kept.sends === 0 && kept.state === 'OPEN') await sendCode(kept, context);
  return kept;
}

/** Requires the lock of the customer, so that concurrent starts stay within the limit. */
async function keep(rows: AuthRows, challenge: ScaChallenge): Promise<ScaChallenge> {
  const { scaChallenges, scaCustomers } = rows;
  await scaCustomers.lock(challenge);
  const known = await scaChallenges.find(challenge.platformId, challenge.id);
  if (known) return known;
  const open = await scaChallenges.findOpen(challenge);
  if (open && isShared(open, challenge)) return open;
  const wait = await waitFor(rows, challenge);
  if (wait === undefined) return scaChallenges.open(challenge);
  if (challenge.subject === 'LOGIN') return lastLogin(rows, { open, challenge });
  throw rateLimited('Too many challenges for this customer. Try again later.', wait);
}

/** Concurrent starts for the same payment share a challenge, because only one of them gets the payment. */
function isShared(open: ScaChallenge, { subject, factor, webauthnId, purpose, agreement, createdAt }: ScaChallenge): boolean {
  const isSame =
    open.factor === factor && open.webauthnId === webauthnId && open.purpose === purpose && open.agreement === agreement;
  return subject === 'QUOTE' && isSame && open.expiresAt > createdAt;
}

/** Whole seconds until the customer may start another. Undefined if that is now. */
async function waitFor({ scaChallenges }: AuthRows, challenge: ScaChallenge): Promise<number | undefined> {
  const limit = startLimits[challenge.subject];
  if (!limit || (challenge.subject === 'LOGIN' && challenge.phone === undefined)) return undefined;
  const { createdAt: now } = challenge;
  const times = await scaChallenges.grantedSince(challenge, new Date(now.getTime() - limit.windowMs));
  return waitSeconds(times, [limit], now);
}

interface Late {
  readonly open: ScaChallenge | undefined;
  readonly challenge: ScaChallenge;
}

/** The contract has no refusal here: the last valid code stays valid, and if there is none, the new one is not sent. */
async function lastLogin({ scaChallenges }: AuthRows, { open, challenge }: Late): Promise<ScaChallenge> {
  if (open?.factor === 'SMS_OTP' && challenge.createdAt < open.expiresAt) return open;
  const { phone: _, ...silent } = challenge;
  return scaChallenges.open(silent);
}
