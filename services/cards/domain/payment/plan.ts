// What a happening does to a transaction: the events that it can be, in the order in which they are tried.
import type { Candidate } from './candidate.ts';
import type { Happening } from './happening.ts';
import { planCredit } from './plan-credit.ts';
import { planDebit } from './plan-debit.ts';
import type { CardTransaction } from './transaction.ts';

/** Undefined: the state of the transaction does not allow it. */
export function planOf(transaction: CardTransaction, happening: Happening): readonly Candidate[] | undefined {
  return transaction.direction === 'DEBIT' ? planDebit(transaction, happening) : planCredit(transaction, happening);
}
