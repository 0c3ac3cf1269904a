// A Lightning invoice can be paid once: the intent of a payment claims it, a failed payment releases it, and a delivered one
// disables its account.
import { ExternalAccountChange } from '../../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, refusalFrom } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import type { InvoicePayment } from '../../store/invoices.ts';
import type { TransfersRows } from '../../store/store.ts';

/** In the commit of the intent. Throws INVALID_RECEIVER, which rolls back, if another payment has the invoice. */
export async function claimInvoice(rows: TransfersRows, intent: OutgoingPayment): Promise<void> {
  if (await tryClaimInvoice(rows, intent)) return;
  const message = `Another payment already pays the invoice of ${intent.receiver}. Create an account with a new invoice.`;
  throw fail(ErrorCode.INVALID_RECEIVER, message, { reason: 'INVOICE_USED' });
}

/** False if another payment has the invoice. */
export async function tryClaimInvoice(rows: TransfersRows, intent: OutgoingPayment): Promise<boolean> {
  const payment = invoicePaymentOf(intent);
  return !payment || rows.invoices.claim(payment);
}

/** In the commit that ends an undelivered payment. */
export async function releaseInvoice(rows: TransfersRows, ended: OutgoingPayment): Promise<void> {
  const payment = invoicePaymentOf(ended);
  if (payment) await rows.invoices.release(payment);
}

function invoicePaymentOf({ id, platformId, quote }: OutgoingPayment): InvoicePayment | undefined {
  const invoice = quote.invoice;
  return invoice === undefined ? undefined : { platformId, invoice, transactionId: id };
}

/** Repeatable. Does nothing for a deleted account. */
export async function disableInvoice({ clients }: TransfersContext, accountId: string): Promise<void> {
  try {
    await clients.accounts.changeExternalAccountStatus({ accountId, change: ExternalAccountChange.DISABLED });
  } catch (error) {
    if (refusalFrom(error)?.status !== 404) throw error;
  }
}
