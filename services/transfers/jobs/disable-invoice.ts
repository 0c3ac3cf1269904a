// Disables the account of a paid Lightning invoice.
import type { Job } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { disableInvoice } from '../steps/shared/invoices.ts';

export async function handleDisableInvoice({ payload }: Job, context: TransfersContext): Promise<void> {
  await disableInvoice(context, String(payload.accountId));
}
