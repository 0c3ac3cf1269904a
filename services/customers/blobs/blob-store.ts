// Where large objects lie: in files by default, or in a bucket that speaks S3. What is kept there is sealed before it comes here.
import { join } from 'node:path';
import type { Settings } from '../../kit/service/service.ts';
import { fileBlobs } from './file-blobs.ts';
import { s3Blobs } from './s3-blobs.ts';

export interface BlobStore {
  /** Keeps an object: whole, or not at all. Writing it again replaces it. */
  put(key: string, blob: Blob): Promise<void>;
  /** Throws when there is none. */
  get(key: string): AsyncIterable<Uint8Array>;
  /** Nothing happens when there is none. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

export interface Blob {
  /** Exactly as many as `content` gives. */
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The store that the operator has chosen. */
export function openBlobStore({ blobStoreUrl, dataDir }: Pick<Settings, 'blobStoreUrl' | 'dataDir'>): BlobStore {
  if (blobStoreUrl !== undefined) return s3Blobs(blobStoreUrl);
  return fileBlobs(join(dataDir, 'blobs'));
}
