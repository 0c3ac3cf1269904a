// Judges a proof: counted, and written down, before anything is answered.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/fail.ts';
import type { AuthContext } from '../../context.ts';
import { attemptLimit, type ScaChallenge, wrongProofsMax } from '../../domain/sca/challenge.ts';
import { isSameCode } from '../../domain/sca/code.ts';
import { afterFailure } from '../../domain/sca/lock.ts';
import type { AuthRows } from '../../store/store.ts';
import { rateLimited } from '../proof.ts';
import { codesOf } from './send-code.ts';

export interface Proof {
  readonly code: string | undefined;
  /** Where the end user is, as far as it was told. */
  readonly ip?: string;
}

export type Verdict = 'proven' | 'wrong' | 'over';

export interface Case {
  readonly id: string;
  readonly proof: Proof;
  /** Written in the same commit when the proof holds. */
  readonly together?: (rows: AuthRows) => Promise<void>;
}

/** Whether wrong proofs of a challenge count towards the lock, and attempts at it are slowed down. */
const isGuarded = ({ subject }: ScaChallenge) => subject !== 'TRUST';

/** Refuses what is no attempt: a challenge that has ended, another factor, haste. */
export async function judge({ id, proof, together }: Case, context: AuthContext): Promise<Verdict> {
  const { caller, clock, store } = context;
  const now = clock.now();
  return store.write(async (rows) => {
    const challenge = await rows.scaChallenges.lock(caller.platformId, id);
    if (!challenge || challenge.state === 'ENDED') throw over(challenge);
    refuseUnfit(challenge, proof, now);
    const isRight = codesOf(challenge, context).some((code) => isSameCode(proof.code ?? '', code));
    if (challenge.state === 'PROVEN') return isRight ? 'proven' : refuse(over(challenge));
    if (isRight) {
      await rows.scaChallenges.save({ ...challenge, state: 'PROVEN', attemptedAt: now }, proof.ip);
      await together?.(rows);
      return 'proven';
    }
    return countWrong(rows, challenge, now);
  });
}

async function countWrong(rows: AuthRows, challenge: ScaChallenge, now: Date): Promise<Verdict> {
  const wrongProofs = challenge.wrongProofs + 1;
  const isOver = challenge.subject !== 'LOGIN' && wrongProofs >= wrongProofsMax;
  await rows.scaChallenges.save({ ...challenge, wrongProofs, attemptedAt: now, state: isOver ? 'ENDED' : 'OPEN' });
  if (isGuarded(challenge)) await rows.scaCustomers.save(challenge, afterFailure(await rows.scaCustomers.lock(challenge), now));
  return isOver ? 'over' : 'wrong';
}

function refuseUnfit({ subject, factor, expiresAt, attemptedAt }: ScaChallenge, proof: Proof, now: Date): void {
  if (now >= expiresAt) throw wrongProof('The challenge has expired. Ask for a new one.');
  if (factor !== 'SMS_OTP' || proof.code === undefined) throw wrongProof(`Prove it with ${factor}.`);
  const isHasty = attemptedAt !== undefined && now.getTime() - attemptedAt.getTime() < attemptLimit.windowMs;
  if (subject === 'QUOTE' && isHasty) throw rateLimited('One attempt a second.', attemptLimit.windowMs / 1_000);
}

export function wrongProof(message = 'The proof does not hold.'): Refusal {
  return fail(ErrorCode.INVALID_INPUT, message, { reason: 'INVALID_PROOF' });
}

export function nothingOpen(): Refusal {
  return fail(ErrorCode.CONFLICT, 'There is no challenge to answer.', { reason: 'NO_OPEN_CHALLENGE' });
}

/** A payment that waits for nothing is in another state; trust was only proved badly. */
function over(challenge: ScaChallenge | undefined): Refusal {
  return challenge?.subject === 'TRUST' ? wrongProof() : nothingOpen();
}

function refuse(refusal: Refusal): never {
  throw refusal;
}
