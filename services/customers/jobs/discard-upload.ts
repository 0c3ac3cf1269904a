// Takes an uploaded file away, once no import needs it.
import type { Job } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';

export async function discardUpload({ payload }: Job, { store, blobs, caller }: CustomersContext): Promise<void> {
  const uploadId = String(payload.uploadId);
  if (await store.customerImports.isNamed(uploadId, { isOpen: true })) return;
  for (const { blob } of await store.uploadParts.of(caller.platformId, uploadId)) await blobs.remove(blob.key);
  await store.write((rows) => rows.uploadParts.removeAll(caller.platformId, uploadId));
}
