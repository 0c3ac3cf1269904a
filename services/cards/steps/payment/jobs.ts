// The jobs of card transactions.
import type { NewJob } from '../../../kit/background/jobs.ts';
import type { CardsContext } from '../../context.ts';
import type { Pull } from '../../domain/payment/candidate.ts';
import type { CardJob } from '../../domain/payment/machine.ts';
import type { CardTransaction } from '../../domain/payment/transaction.ts';

/** How long the first process has before a job takes over. */
const recoveryMs = 10_000;

/** How long an authorization holds the money. */
const heldMs = 7 * 86_400_000;

/** `transaction` after the commit that adds the job. */
export function paymentJob(
  context: CardsContext,
  transaction: CardTransaction,
  { kind, pull }: { readonly kind: CardJob; readonly pull?: Pull | undefined },
): NewJob {
  const { caller, requestId, clock } = context;
  const { id, pulls, authorizedAt } = transaction;
  const after = (ms: number) => new Date(clock.now().getTime() + ms);
  const job = { kind, caller, requestId };
  switch (kind) {
    case 'carry-out':
      return { ...job, key: carryOutKey(transaction), payload: { transactionId: id }, runAt: after(recoveryMs) };
    case 'expire-payment':
      return { ...job, key: id, payload: { transactionId: id }, runAt: new Date(authorizedAt.getTime() + heldMs) };
    case 'end-pull': {
      const { afterMs = 0, isFailed = false, amount } = pull ?? {};
      const payload = { transactionId: id, pull: pulls, isFailed, ...(amount !== undefined && { amount: `${amount}` }) };
      return { ...job, key: `${id} ${pulls}`, payload, runAt: after(afterMs / context.sandboxTimeScale) };
    }
    default:
      throw new Error(`There is no job ${kind satisfies never}.`);
  }
}

/** Of the event that a transaction is booking. */
export const carryOutKey = ({ id, version }: CardTransaction) => `${id} ${version}`;
