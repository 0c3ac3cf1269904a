// A Lightning invoice is paid once: the intent of a payment claims it, a payment that fails releases it, and one that is delivered
// disables its account.
import { ExternalAccountChange } from '../../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import type { NewJob } from '../../../kit/background/jobs.ts';
import { fail, refusalFrom } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import type { InvoicePayment } from '../../store/invoices.ts';
import type { TransfersRows } from '../../store/store.ts';

/** In the commit of the intent. Throws INVALID_RECEIVER, which undoes the commit, where another payment has the invoice. */
export async function claimInvoice(rows: TransfersRows, intent: Transaction): Promise<void> {
  if (await tryClaimInvoice(rows, intent)) return;
  const message = `The invoice of ${intent.receiver} is paid by another payment. Create an account with a new invoice.`;
  throw fail(ErrorCode.INVALID_RECEIVER, message, { reason: 'INVOICE_USED' });
}

/** False where another payment has the invoice. */
export async function tryClaimInvoice(rows: TransfersRows, intent: Transaction): Promise<boolean> {
  const payment = invoicePaymentOf(intent);
  return !payment || rows.invoices.claim(payment);
}

/** In the commit in which a payment ends that was not delivered. */
export async function releaseInvoice(rows: TransfersRows, ended: Transaction): Promise<void> {
  const payment = invoicePaymentOf(ended);
  if (payment) await rows.invoices.release(payment);
}

function invoicePaymentOf({ id, platformId, details }: Transaction): InvoicePayment | undefined {
  const invoice = details.quote?.invoice;
  return invoice === undefined ? undefined : { platformId, invoice, transactionId: id };
}

/** The job that disables the account of an invoice that was paid; undefined where none was. */
export function disableInvoiceJob({ caller, clock, requestId }: TransfersContext, paid: Transaction): NewJob | undefined {
  if (!invoicePaymentOf(paid)) return undefined;
  const payload = { transactionId: paid.id, accountId: paid.receiver };
  return { kind: 'disable-invoice', key: paid.id, caller, payload, runAt: clock.now(), requestId };
}

/** Repeatable. An account that was deleted meanwhile needs no more. */
export async function disableInvoice({ clients }: TransfersContext, accountId: string): Promise<void> {
  try {
    await clients.accounts.changeExternalAccountStatus({ accountId, change: ExternalAccountChange.DISABLED });
  } catch (error) {
    if (refusalFrom(error)?.status !== 404) throw error;
  }
}
