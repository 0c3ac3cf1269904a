// The jobs of card transactions.
import type { NewJob } from '../../../kit/background/jobs.ts';
import { tracedBy } from '../../../kit/core/tracing.ts';
import type { CardsContext } from '../../context.ts';
import type { Pull } from '../../domain/payment/candidate.ts';
import { isBegun } from '../../domain/payment/due.ts';
import type { AnonymousTransaction } from '../../domain/payment/transaction.ts';

/** Ends a debit that the sandbox delays, or lets fail. `transaction` after the commit that adds the job. */
export function endOfPull(
  context: CardsContext,
  { id, pulls }: AnonymousTransaction,
  { afterMs, isFailed, amount }: Pull,
): NewJob {
  const { caller, requestId, clock, sandboxTimeScale } = context;
  const payload = { transactionId: id, pull: pulls, isFailed, ...(amount !== undefined && { amount: `${amount}` }) };
  const runAt = new Date(clock.now().getTime() + afterMs / sandboxTimeScale);
  return { kind: 'end-pull', key: `${id} ${pulls}`, caller, payload, runAt, requestId, ...tracedBy() };
}

/** Continues a transaction that is due. */
export function continuation({ wall, requestId }: CardsContext, transaction: AnonymousTransaction): NewJob {
  const { id, platformId, environment, version } = transaction;
  const caller = { platformId, environment, clockOffsetMs: 0 };
  const job = { caller, payload: { transactionId: id }, runAt: wall.now(), requestId };
  return isBegun(transaction)
    ? { ...job, kind: 'carry-out', key: `${id} ${version}` }
    : { ...job, kind: 'expire-payment', key: id };
}
