// Opens the blob store: files by default, or an S3 bucket.
import { join } from 'node:path';
import type { Settings } from '../../kit/service/service.ts';
import type { BlobStore } from './blob-store.ts';
import { fileBlobs } from './file-blobs.ts';
import { s3Blobs } from './s3-blobs.ts';

/** The configured store. */
export function openBlobStore({ blobStoreUrl, dataDir }: Pick<Settings, 'blobStoreUrl' | 'dataDir'>): BlobStore {
  if (blobStoreUrl !== undefined) return s3Blobs(blobStoreUrl);
  return fileBlobs(join(dataDir, 'blobs'));
}
