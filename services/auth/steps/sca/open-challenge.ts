// Opens a challenge and sends its code. Done again with the same id, it is the same challenge, and a code that went out stays alone.
import type { AuthContext } from '../../context.ts';
import { challengeEnd, type ScaChallenge } from '../../domain/sca/challenge.ts';
import type { AuthRows } from '../../store/store.ts';
import type { Applicant } from './applicant.ts';
import { wrongProof } from './judge.ts';
import { sendCode } from './send-code.ts';

type Asked = 'id' | 'subject' | 'subjectId' | 'factor' | 'availableFactors' | 'purpose' | 'agreement';

export interface NewChallenge extends Pick<ScaChallenge, Asked> {
  readonly applicant: Applicant;
  readonly endsBy?: Date;
}

/** Throws INVALID_INPUT for a factor that the customer does not have. */
export async function openChallenge({ applicant, endsBy, ...rest }: NewChallenge, context: AuthContext): Promise<ScaChallenge> {
  if (!rest.availableFactors.includes(rest.factor)) {
    throw wrongProof(`The customer has no factor ${rest.factor} for this.`);
  }
  const { clock, store } = context;
  const now = clock.now();
  const { phone } = applicant;
  const challenge: ScaChallenge = {
    ...rest,
    ...applicant.key,
    ...(phone !== undefined && rest.factor === 'SMS_OTP' && { phone }),
    state: 'OPEN',
    wrongProofs: 0,
    sends: 0,
    createdAt: now,
    expiresAt: challengeEnd(rest.factor, now, endsBy),
  };
  const kept = await store.write((rows) => keep(rows, challenge));
  if (kept.sends > 0) return kept;
  await sendCode(kept, context);
  await store.scaChallenges.claimSend(kept, now);
  return kept;
}

/** Whoever asks at the same time for the same proof of a payment shares one challenge: only one of them gets the payment. */
async function keep({ scaChallenges }: AuthRows, challenge: ScaChallenge): Promise<ScaChallenge> {
  await scaChallenges.lockSubject(challenge);
  const open = challenge.subject === 'QUOTE' ? await scaChallenges.findOpen(challenge) : undefined;
  if (open && isForSame(open, challenge)) return open;
  await scaChallenges.open(challenge);
  return (await scaChallenges.find(challenge.platformId, challenge.id)) ?? challenge;
}

function isForSame(open: ScaChallenge, { factor, purpose, agreement, createdAt }: ScaChallenge): boolean {
  const isSame = open.factor === factor && open.purpose === purpose && open.agreement === agreement;
  return isSame && open.expiresAt > createdAt;
}
