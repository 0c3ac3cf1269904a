// Deletes an uploaded file that no import needs. Parts that a document uses are no longer in the upload.
import type { Job } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';
import { discardUpload as discard } from '../steps/uploads.ts';

export async function discardUpload({ payload }: Job, context: CustomersContext): Promise<void> {
  const uploadId = String(payload.uploadId);
  if (await context.store.customerImports.isNamed({ platformId: context.caller.platformId, uploadId }, { isOpen: true })) return;
  await context.store.write((rows) => discard(rows, uploadId, context));
}
