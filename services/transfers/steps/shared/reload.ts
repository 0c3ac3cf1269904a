// Reloads a transaction after another process was faster with the same step.

import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/record/transaction.ts';

export async function reload<T extends Transaction>({ store }: TransfersContext, before: T): Promise<T> {
  const now = await store.transactions.find(before.platformId, before.id);
  return now && isSameKind(now, before) ? now : before;
}

function isSameKind<T extends Transaction>(now: Transaction, before: T): now is T {
  return now.kind === before.kind;
}
