// Deletes blobs that no document uses.
import type { Job } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';

export async function discardBlob({ payload }: Job, { store, blobs, caller }: CustomersContext): Promise<void> {
  const { blobKey, documentId } = payload;
  const document = documentId === undefined ? undefined : { platformId: caller.platformId, id: String(documentId) };
  if (document && (await store.documents.isBlobUsed(document, String(blobKey)))) return;
  await blobs.remove(String(blobKey));
}
