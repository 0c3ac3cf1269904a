// Verifies a proof while its customer is locked, so that each concurrent proof sees the failures of those before it.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import type { AuthContext } from '../../context.ts';
import { attemptLimit, type ScaChallenge, type Subject, wrongProofsMax } from '../../domain/sca/challenge.ts';
import { afterFailure, isLocked, type ScaStatus } from '../../domain/sca/lock.ts';
import type { CustomerKey } from '../../store/sca-customers.ts';
import type { AuthRows } from '../../store/store.ts';
import { rateLimited } from '../proof.ts';
import { accountLocked } from './lockout.ts';
import { isAccepted, isValid, type Proof } from './verify-proof.ts';

export type Verdict = 'proven' | 'wrong' | 'over';

export interface Case {
  readonly customer: CustomerKey;
  readonly proof: Proof;
  /** The challenge of the proof. Throws the refusals between the lock and the proof. */
  readonly find: (rows: AuthRows, standing: ScaStatus) => Promise<ScaChallenge>;
  /** Written in the same commit if the proof is valid. */
  readonly together?: (rows: AuthRows) => Promise<void>;
}

/**
 * Throws ACCOUNT_LOCKED without verifying the proof. Refuses requests that do not count as attempts: a wrong factor, too many per second.
 */
export async function judge({ customer, proof, find, together }: Case, context: AuthContext): Promise<Verdict> {
  const { clock, store } = context;
  return store.write(async (rows) => {
    const standing = await rows.scaCustomers.lock(customer);
    const now = clock.now();
    if (isLocked(standing, now)) throw accountLocked(standing);
    const challenge = await find(rows, standing);
    refuseUnfit(challenge, proof, now);
    const isRight = await isValid(rows, challenge, proof, context);
    if (challenge.state === 'PROVEN') return isRight ? 'proven' : refuse(nothingOpen(challenge.subject));
    if (!isRight) return countWrong(rows, { challenge, standing, now });
    await rows.scaChallenges.save({ ...challenge, state: 'PROVEN', attemptedAt: now }, proof.ip);
    await together?.(rows);
    return 'proven';
  });
}

interface Failure {
  readonly challenge: ScaChallenge;
  readonly standing: ScaStatus;
  readonly now: Date;
}

async function countWrong(rows: AuthRows, { challenge, standing, now }: Failure): Promise<Verdict> {
  const wrongProofs = challenge.wrongProofs + 1;
  const isOver = challenge.subject !== 'LOGIN' && wrongProofs >= wrongProofsMax;
  await rows.scaChallenges.save({ ...challenge, wrongProofs, attemptedAt: now, state: isOver ? 'ENDED' : 'OPEN' });
  await rows.scaCustomers.save(challenge, afterFailure(standing, now));
  return isOver ? 'over' : 'wrong';
}

function refuseUnfit(challenge: ScaChallenge, proof: Proof, now: Date): void {
  const { subject, factor, expiresAt, attemptedAt } = challenge;
  if (now >= expiresAt) throw wrongProof('The challenge has expired. Request a new one.');
  if (!isAccepted(challenge, proof)) throw wrongProof(`This challenge requires the factor ${factor}.`);
  const isHasty = attemptedAt !== undefined && now.getTime() - attemptedAt.getTime() < attemptLimit.windowMs;
  if (subject === 'QUOTE' && isHasty) throw rateLimited('Only one attempt per second is allowed.', attemptLimit.windowMs / 1_000);
}

export function wrongProof(message = 'The proof is invalid.'): Refusal {
  return fail(ErrorCode.INVALID_INPUT, message, { reason: 'INVALID_PROOF' });
}

/** A payment without an open challenge is in another state. Trust without a challenge counts as an invalid proof. */
export function nothingOpen(subject: Subject): Refusal {
  if (subject === 'TRUST') return wrongProof('There is no open challenge. Request one first.');
  return fail(ErrorCode.CONFLICT, 'There is no open challenge. Request one first.', { reason: 'NO_OPEN_CHALLENGE' });
}

function refuse(refusal: Refusal): never {
  throw refusal;
}
