// What a happening does to a transaction: the events that it can be, in the order in which they are tried.
import type { Candidate } from './candidate.ts';
import type { Happening } from './happening.ts';
import { planCredit } from './plan-credit.ts';
import { planDebit } from './plan-debit.ts';
import type { CardTransaction } from './transaction.ts';

/** Undefined: the state of the transaction does not allow it. Empty: its amounts would be too large to be booked. */
export function planOf(transaction: CardTransaction, happening: Happening): readonly Candidate[] | undefined {
  const plan = transaction.direction === 'DEBIT' ? planDebit(transaction, happening) : planCredit(transaction, happening);
  return plan?.filter(isStorable);
}

/** Amounts on an account can be larger than those of the card: a dollar of USDB has six decimals. */
function isStorable({ after, legs, secondLegs = [] }: Candidate): boolean {
  const amounts = [after.settled, after.owed, after.pulled, ...[...legs, ...secondLegs].map(({ amount }) => amount)];
  return amounts.every((amount) => -storedMax <= amount && amount <= storedMax);
}

/** The maximum of the columns, here and in the ledger. */
const storedMax = 2n ** 63n - 1n;
