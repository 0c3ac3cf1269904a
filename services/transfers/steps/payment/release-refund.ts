// Completes a failed refund as the operator has decided. Every step is repeatable.

import type { NewJob } from '../../../kit/background/jobs.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import type { UnmatchedFunds } from '../../domain/incoming/incoming.ts';
import { isRefundedByRail, type OutgoingPayment, paymentOf } from '../../domain/payment/payment.ts';
import { amountFrom, isOutgoing, isRefundSuspended, type Transaction } from '../../domain/record/transaction.ts';
import { type Brought, releasedLegs } from '../../domain/shared/legs.ts';
import { subjectOf } from '../shared/agent-of.ts';
import { book } from '../shared/book.ts';
import { railOf } from '../shared/rail-of.ts';
import { transit } from '../shared/transition.ts';
import { broughtBy } from './send-back.ts';

/** `accountId`: public id of the internal account that receives the money. */
export function releaseRefundJob(
  { caller, clock, requestId }: TransfersContext,
  { id }: Transaction,
  accountId: string | undefined,
): NewJob {
  const payload = { transactionId: id, ...(accountId !== undefined && { accountId }) };
  return { kind: 'release-refund', key: id, caller, payload, runAt: clock.now(), requestId };
}

export async function releaseRefund(context: TransfersContext, suspended: Transaction, accountId?: string): Promise<void> {
  if (!isRefundSuspended(suspended)) return;
  if (!isOutgoing(suspended) && suspended.kind !== 'UNMATCHED_FUNDS') return;
  await release(context, suspended, accountId === undefined ? undefined : uuidIn(accountId));
}

async function release<T extends OutgoingPayment | UnmatchedFunds>(
  context: TransfersContext,
  suspended: T,
  refundAccountId: string | undefined,
): Promise<void> {
  await transit<OutgoingPayment | UnmatchedFunds>(context, suspended, {
    event: 'refundReleased',
    book: () => bookRelease(context, suspended, refundAccountId),
    point: 'refund released',
  });
}

async function bookRelease(
  context: TransfersContext,
  suspended: OutgoingPayment | UnmatchedFunds,
  refundAccountId: string | undefined,
): Promise<void> {
  const { id: key, sent } = suspended;
  const brought: Brought = isOutgoing(suspended)
    ? { ...paymentOf(suspended), ...(refundAccountId && { refundAccountId }) }
    : broughtBy(suspended, refundAccountId);
  if (isRefundedByRail(brought)) {
    const depositId = suspended.kind === 'UNMATCHED_FUNDS' ? { depositId: suspended.deposit.key } : {};
    await railOf(context).returnFunds({ key, amount: { ...sent, amount: amountFrom(suspended) }, ...depositId });
  }
  await book(context, { ...subjectOf(suspended), step: 'REFUND_DONE', legs: releasedLegs(brought) });
}
