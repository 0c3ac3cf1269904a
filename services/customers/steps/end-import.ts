// Ends an import, in the transaction of its last rows: adds its event and the job that deletes its file.
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { BulkUploadWebhookSchema } from '../../../gen/payments/customers/v1/customer_import_pb.ts';
import { eventMaker } from '../../kit/background/events.ts';
import type { CustomersContext } from '../context.ts';
import { toImportJob } from '../convert-import.ts';
import { type CustomerImport, ended } from '../domain/customer-import.ts';
import type { CustomersRows } from '../store/store.ts';
import { discardUploadJob } from './uploads.ts';

export async function endImport(rows: CustomersRows, context: CustomersContext, before: CustomerImport): Promise<void> {
  const after = ended(before, context.clock.now());
  const data = toImportJob(after, await rows.customerImports.errorsOf(after));
  const type = after.status === 'COMPLETED' ? WebhookType.BULK_UPLOAD_COMPLETED : WebhookType.BULK_UPLOAD_FAILED;
  await rows.customerImports.update(after);
  await rows.outbox.add(makeEvent(context, { type, resource: data.id, sequence: 1n, customerId: undefined, data }));
  await rows.jobs.add(discardUploadJob(context, after.uploadId));
}

const makeEvent = eventMaker(BulkUploadWebhookSchema);
