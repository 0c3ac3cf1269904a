// Completes a refund that had failed, as the operator has decided. Every step can be repeated.

import type { NewJob } from '../../../kit/background/jobs.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import { turnIncoming } from '../../domain/deposit/incoming.ts';
import { type Details, isRefundSuspended, paymentOf, type Transaction } from '../../domain/payment/record.ts';
import { turn } from '../../domain/payment/transaction.ts';
import { type Brought, releasedLegs } from '../../domain/shared/legs.ts';
import { book } from '../shared/book.ts';
import { incomingEvent, outgoingEvent } from '../shared/events.ts';
import { railOf } from '../shared/rail-of.ts';
import { releaseVolume, uncounted } from '../shared/volume.ts';

/** `accountId`: public id of the internal account that takes the money. */
export function releaseRefundJob(
  { caller, clock, requestId }: TransfersContext,
  { id }: Transaction,
  accountId: string | undefined,
): NewJob {
  const payload = { transactionId: id, ...(accountId !== undefined && { accountId }) };
  return { kind: 'release-refund', key: id, caller, payload, runAt: clock.now(), requestId };
}

export async function releaseRefund(context: TransfersContext, failed: Transaction, accountId?: string): Promise<void> {
  if (!isRefundSuspended(failed)) return;
  const { id: subject, sent, arrived = sent.amount, details } = failed;
  const brought = broughtBy(failed, accountId);
  const depositId = details.stray?.key;
  const isByRail = !brought.sourceId && !brought.refundAccountId;
  if (isByRail) {
    await railOf(context).giveBack({ key: subject, amount: { ...sent, amount: arrived }, ...(depositId && { depositId }) });
  }
  await book(context, { subject, step: 'REFUND_DONE', legs: releasedLegs(brought) });
  reached('refund released');
  await writeDown(context, failed);
}

function broughtBy(failed: Transaction, accountId: string | undefined): Brought {
  const { type, sent, details } = failed;
  const refund = accountId === undefined ? {} : { refundAccountId: uuidIn(accountId) };
  if (type === 'OUTGOING') return { ...paymentOf(failed), ...refund };
  return { fundingRail: details.stray?.rail ?? '', sendingCurrency: sent.currency, sending: sent.amount, ...refund };
}

async function writeDown(context: TransfersContext, failed: Transaction): Promise<void> {
  const isIncoming = failed.type === 'INCOMING';
  const change = (isIncoming ? turnIncoming : turn)(failed, { event: 'released' }, context.clock.now());
  const after = uncounted(change.after);
  await context.store.write(async (rows) => {
    if (!(await rows.transactions.save(failed, after))) return;
    await releaseVolume(rows, failed);
    await rows.outbox.add((isIncoming ? incomingEvent : outgoingEvent)(context, { ...change, after }));
  });
}

export const isCryptoFromOutside = ({ quote, stray }: Details): boolean =>
  (quote?.funding?.isCrypto ?? false) || (stray?.isCrypto ?? false);
