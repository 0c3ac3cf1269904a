// A transaction as it is now, where another process was faster with the same step.
import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/payment/record.ts';

export async function current({ store }: TransfersContext, before: Transaction): Promise<Transaction> {
  return (await store.transactions.find(before.platformId, before.id)) ?? before;
}
