// Opens the blob store: files by default, or an S3 bucket. Dry runs neither store nor remove anything.
import { join } from 'node:path';
import { currentDryRun } from '../../kit/core/dry-run.ts';
import type { Settings } from '../../kit/service/service.ts';
import type { Blob, BlobStore } from './blob-store.ts';
import { fileBlobs } from './file-blobs.ts';
import { s3Blobs } from './s3-blobs.ts';

/** The configured store. */
export function openBlobStore({ blobStoreUrl, dataDir }: Pick<Settings, 'blobStoreUrl' | 'dataDir'>): BlobStore {
  const blobs = blobStoreUrl === undefined ? fileBlobs(join(dataDir, 'blobs')) : s3Blobs(blobStoreUrl);
  return {
    ...blobs,
    put: (key, blob) => (currentDryRun() ? readAll(blob) : blobs.put(key, blob)),
    remove: async (key) => {
      if (!currentDryRun()) await blobs.remove(key);
    },
  };
}

/** Content that cannot be read fails in a dry run too. */
async function readAll({ content }: Blob): Promise<void> {
  for await (const _ of content);
}
