// Claims of a payment until it ends: its Lightning invoice, and its part of the daily volume.
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import type { VolumeLimit } from '../../domain/quote/volume.ts';
import { isOutgoing, type Transaction } from '../../domain/record/transaction.ts';
import type { TransfersRows } from '../../store/store.ts';
import { claimInvoice, releaseInvoice } from './invoices.ts';
import { releaseVolume, reserveVolume } from './volume.ts';

/** What the commit of an intent claims. Throws, which rolls back, if the invoice is being paid or a limit is exceeded. Absent: nothing. */
export function claimsOf<T extends OutgoingPayment>(
  context: TransfersContext,
  intent: T,
  limit: VolumeLimit | undefined,
): { alongside?: (rows: TransfersRows, made: T) => Promise<T> } {
  if (!limit && intent.quote.invoice === undefined) return {};
  return {
    alongside: async (rows, made) => {
      await claimInvoice(rows, made);
      return reserveVolume(rows, context, made);
    },
  };
}

/** A payment that was delivered once keeps its invoice. */
const withoutInvoice: ReadonlySet<string | undefined> = new Set([undefined, 'OPEN', 'FAILED', 'REFUNDED', 'SUSPENDED']);
/** Money in suspense still counts. */
const withoutVolume: ReadonlySet<string | undefined> = new Set([undefined, 'OPEN', 'FAILED', 'REFUNDED', 'CANCELLED']);

const notExecuted: ReadonlySet<string> = new Set(['OPEN', 'AWAITING_APPROVAL', 'AWAITING_PROOF']);

/** The claims of a transaction in its state. */
export function withoutClaims<T extends Transaction>(transaction: T): T {
  if (!isOutgoing(transaction) || transaction.reservedOn === undefined || !withoutVolume.has(transaction.state))
    return transaction;
  const { reservedOn: _, ...rest } = transaction;
  return rest as T;
}

/** Whether a payment may have claims to release. */
export const hasClaims = ({ reservedOn, quote }: OutgoingPayment) => reservedOn !== undefined || quote.invoice !== undefined;

/** `to`: the next state. Undefined if the payment is removed. */
export async function releaseClaims(rows: TransfersRows, before: OutgoingPayment, to: string | undefined): Promise<void> {
  const wasExecuted = !notExecuted.has(before.state);
  if (wasExecuted && before.settledAt === undefined && withoutInvoice.has(to)) await releaseInvoice(rows, before);
  if (withoutVolume.has(to)) await releaseVolume(rows, before);
}
