// Claims of a payment until it ends: its Lightning invoice, and its part of the daily volume.
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { isOutgoing, type Transaction } from '../../domain/record/transaction.ts';
import type { TransfersRows } from '../../store/store.ts';
import { releaseInvoice } from './invoices.ts';
import { releaseVolume } from './volume.ts';

/** A payment that was delivered once keeps its invoice. */
const withoutInvoice: ReadonlySet<string | undefined> = new Set([undefined, 'OPEN', 'FAILED', 'REFUNDED', 'SUSPENDED']);
/** Money in suspense still counts. */
const withoutVolume: ReadonlySet<string | undefined> = new Set([undefined, 'OPEN', 'FAILED', 'REFUNDED', 'CANCELLED']);

/** The claims of a transaction in its state. */
export function withoutClaims<T extends Transaction>(transaction: T): T {
  if (!isOutgoing(transaction) || transaction.reservedOn === undefined || !withoutVolume.has(transaction.state))
    return transaction;
  const { reservedOn: _, ...rest } = transaction;
  return rest as T;
}

/** `to`: the next state. Undefined if the payment is removed. */
export async function releaseClaims(rows: TransfersRows, before: OutgoingPayment, to: string | undefined): Promise<void> {
  const wasExecuted = before.state !== 'OPEN' && before.state !== 'AWAITING_PROOF';
  if (wasExecuted && before.settledAt === undefined && withoutInvoice.has(to)) await releaseInvoice(rows, before);
  if (withoutVolume.has(to)) await releaseVolume(rows, before);
}
