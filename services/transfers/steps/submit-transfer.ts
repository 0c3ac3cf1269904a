// A transfer without a quote on its way out: its money is held, and it is dispatched only when the rail has taken it.
import { reached } from '../../kit/crash-points.ts';
import type { TransfersContext } from '../context.ts';
import type { Transaction } from '../domain/record.ts';
import { conclude } from './deliver.ts';
import { payoutOf } from './payout.ts';
import { railOf } from './rail-of.ts';

export async function submitTransfer(context: TransfersContext, accepted: Transaction): Promise<Transaction> {
  const report = await railOf(context).submit(await payoutOf(context, accepted));
  reached('payout submitted');
  return conclude(context, accepted, report);
}
