// Takes bytes out of the blob store that no document has any more, or ever had.
import type { Job } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';

export async function discardBlob({ payload }: Job, { store, blobs }: CustomersContext): Promise<void> {
  const blobKey = String(payload.blobKey);
  if (await store.documents.isBlobUsed(blobKey)) return;
  await blobs.remove(blobKey);
}
