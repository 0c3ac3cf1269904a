// Taking money from a bank account outside, for a payment that goes on with it.
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import { paymentOf, pullRailOf, type Transaction } from '../../domain/payment/record.ts';
import { turnAll } from '../../domain/payment/transaction.ts';
import { fundLegs } from '../../domain/shared/legs.ts';
import type { Pull, PullReport } from '../../rails/rail.ts';
import { book } from '../shared/book.ts';
import { current } from '../shared/current.ts';
import { outgoingEvent } from '../shared/events.ts';
import { releaseInvoice } from '../shared/invoices.ts';
import { carryOutJob } from '../shared/jobs.ts';
import { outsideAccount } from '../shared/outside-account.ts';
import { railOf } from '../shared/rail-of.ts';
import { releaseVolume, uncounted } from '../shared/volume.ts';
import { creditPull, endPull, lookAgain, uncollected } from './credit-pull.ts';
import { deliver } from './deliver.ts';

/** Begins to take the money. */
export async function collect(context: TransfersContext, begun: Transaction): Promise<Transaction> {
  const report = await railOf(context).collect(await pullOf(context, begun));
  reached('pull begun');
  return goOn(context, begun, report);
}

/** Asks once more what has become of it. */
export async function checkPull(context: TransfersContext, begun: Transaction): Promise<Transaction> {
  return goOn(context, begun, await railOf(context).checkPull(await pullOf(context, begun), begun.round));
}

async function goOn(context: TransfersContext, before: Transaction, report: PullReport): Promise<Transaction> {
  const isIncoming = before.type === 'INCOMING';
  switch (report.state) {
    case 'COLLECTED':
      return isIncoming ? creditPull(context, before) : fund(context, before);
    case 'REFUSED':
    case 'RETURNED': // before it was known to be collected: it has brought nothing
      return isIncoming ? endPull(context, before, uncollected) : giveUp(context, before);
    case 'WAITING':
      return lookAgain(context, before, report.nextAfterMs);
    default:
      return report satisfies never;
  }
}

/** The money is there: from now on the payment is as any other. */
async function fund(context: TransfersContext, before: Transaction): Promise<Transaction> {
  await book(context, { subject: before.id, step: 'FUND', legs: fundLegs(paymentOf(before)) });
  reached('fund booked');
  const funded: Transaction = { ...before, stage: 'PAYOUT', round: 0 };
  const isMine = await context.store.write(async ({ transactions, jobs }) => {
    if (!(await transactions.save(before, funded))) return false;
    await jobs.add(carryOutJob(context, funded));
    return true;
  });
  reached('funded');
  return isMine ? deliver(context, funded) : current(context, before);
}

/** Nothing was taken, so that nothing goes back. */
async function giveUp(context: TransfersContext, before: Transaction): Promise<Transaction> {
  const [change] = turnAll(before, [{ event: 'pullFailed', reason: 'QUOTE_EXECUTION_FAILED' }], context.clock.now());
  if (!change) return before;
  const failed = uncounted(change.after);
  const isMine = await context.store.write(async (rows) => {
    if (!(await rows.transactions.save(before, failed))) return false;
    await releaseInvoice(rows, before);
    await releaseVolume(rows, before);
    await rows.outbox.add(outgoingEvent(context, change));
    await rows.jobs.remove({ kind: 'carry-out', key: before.id, caller: { platformId: before.platformId } });
    return true;
  });
  reached('pull failed');
  return isMine ? failed : current(context, before);
}

export async function pullOf(context: TransfersContext, transaction: Transaction): Promise<Pull> {
  const { id: key, environment, owner, sender = '', sent: amount } = transaction;
  const account = await outsideAccount(context, sender);
  return { key, environment, account, owner, rail: pullRailOf(transaction), amount };
}
