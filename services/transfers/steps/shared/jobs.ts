// The jobs that transactions leave behind: one that takes over what a process began, and one for each later look at a rail.
import type { NewJob } from '../../../kit/background/jobs.ts';
import type { TransfersContext } from '../../context.ts';
import type { Authorization } from '../../domain/payment/authorization.ts';
import type { Transaction } from '../../domain/payment/record.ts';

/** How long whoever begins an execution has before a job takes it over. */
const recoveryMs = 10_000;

/** The job that finishes what a process began and did not live to end. */
export function carryOutJob({ caller, clock, requestId }: TransfersContext, { id }: Transaction): NewJob {
  const runAt = new Date(clock.now().getTime() + recoveryMs);
  return { kind: 'carry-out', key: id, caller, payload: { transactionId: id }, runAt, requestId };
}

/** The job that asks the rail for its next report. Stages count their reports by themselves. */
export function followUpJob({ caller, clock, requestId }: TransfersContext, sent: Transaction, afterMs: number): NewJob {
  const { id, stage, round } = sent;
  const runAt = new Date(clock.now().getTime() + afterMs);
  const payload = { transactionId: id, stage, round };
  return { kind: 'follow-up', key: `${id} ${stage} ${round}`, caller, payload, runAt, requestId };
}

/** The job that asks again should the process not live to write down what a rail tells of its own accord. */
export function unnotedReportJob(context: TransfersContext, sent: Transaction): NewJob {
  return followUpJob(context, sent, recoveryMs);
}

/** The job that gives a payment up whose proof does not come. */
export function lapseAuthorizationJob(
  { caller, requestId }: TransfersContext,
  { id }: Transaction,
  { id: challengeId, expiresAt: runAt }: Authorization,
): NewJob {
  const payload = { transactionId: id, challengeId };
  return { kind: 'lapse-authorization', key: challengeId, caller, payload, runAt, requestId };
}
