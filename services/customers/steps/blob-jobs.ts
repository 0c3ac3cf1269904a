// The job that deletes blobs.
import type { NewJob } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';
import type { Document } from '../domain/document.ts';

export interface Discarding {
  readonly blobKey: string;
  /** uuid of the document. Its blobs are kept while it uses them. */
  readonly documentId?: string;
  readonly delayMs?: number;
}

export function discardBlobJob(context: CustomersContext, { blobKey, documentId, delayMs = 0 }: Discarding): NewJob {
  const { caller, clock, requestId } = context;
  const key = delayMs ? `${blobKey} unused` : blobKey;
  const runAt = new Date(clock.now().getTime() + delayMs);
  const payload = { blobKey, ...(documentId !== undefined && { documentId }) };
  return { kind: 'discard-blob', key, caller, payload, runAt, requestId };
}

/** For blobs that a document no longer uses. */
export function discardPartsJobs(context: CustomersContext, { id, parts }: DocumentParts): NewJob[] {
  return parts.map(({ blob }) => discardBlobJob(context, { blobKey: blob.key, documentId: id }));
}

type DocumentParts = Pick<Document, 'id' | 'parts'>;
