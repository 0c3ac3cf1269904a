// Lightning invoices (BOLT 11): their amount and their identity.
import { hash } from 'node:crypto';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';

/** Trillionths of a bitcoin, the smallest unit of an invoice. */
const perSatoshi = 10_000n;
const perMultiplier: Readonly<Record<string, bigint>> = { '': 10n ** 12n, m: 10n ** 9n, u: 10n ** 6n, n: 1_000n, p: 1n };

/** The amount is between the network and the last 1. An invoice without an amount accepts any. */
const beginning = /^ln(?:bcrt|bc|tb)(?:(?<digits>\d+)(?<multiplier>[munp]?))?1/;

/** In trillionths of a bitcoin. Undefined if the payer decides. */
function invoicedIn(invoice: string): bigint | undefined {
  const { digits, multiplier = '' } = beginning.exec(invoice.toLowerCase())?.groups ?? {};
  return digits === undefined ? undefined : BigInt(digits) * (perMultiplier[multiplier] ?? 0n);
}

/** Throws INVALID_AMOUNT if the invoice requests another amount. `received` is in satoshi. */
export function refuseOtherAmount(invoice: string, received: bigint): void {
  const invoiced = invoicedIn(invoice);
  if (invoiced === undefined || invoiced === received * perSatoshi) return;
  const details = { reason: 'INVOICE_AMOUNT_MISMATCH', received: Number(received), currency: 'BTC' };
  if (invoiced % perSatoshi !== 0n) {
    throw fail(ErrorCode.INVALID_AMOUNT, 'The invoice requests a fraction of a satoshi, which cannot be paid.', details);
  }
  const required = invoiced / perSatoshi;
  throw fail(
    ErrorCode.INVALID_AMOUNT,
    `The invoice requests exactly ${required} satoshi. Lock the receiving amount to that amount.`,
    {
      ...details,
      required: required <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(required) : String(required),
    },
  );
}

/** Identifies an invoice, in hex. Ignores case. */
export function invoiceKey(invoice: string): string {
  return hash('sha256', invoice.toLowerCase(), 'hex');
}
