// Files of a form that is shown again: they are stored in the service, and the form refers to them.
import { DocumentService } from '../../gen/payments/customers/v1/document_pb.ts';
import type { Call, Dispatch } from '../../services/kit/core/call.ts';
import { handOverInParts } from '../../services/kit/messages/large-file.ts';
import type { FormFile } from './form-file.ts';

/** A stored file that no document refers to yet. The service deletes it after an hour. */
export interface KeptFile {
  readonly uploadId: string;
  readonly bytes: number;
  readonly fileName: string;
  readonly contentType: string;
  /** The reference as text, for a hidden input. The upload id is random, so only the sender knows it. */
  readonly reference: string;
}

type Content = Pick<FormFile, 'fileName' | 'contentType'> & { readonly content: Uint8Array };

export async function keepFile(
  { content, fileName, contentType }: Content,
  { dispatch, call }: { readonly dispatch: Dispatch; readonly call: Call },
): Promise<KeptFile> {
  const method = DocumentService.method.keepDocumentPart;
  const uploadId = await handOverInParts(content, (part) => dispatch(method, part, call));
  const facts = { uploadId, bytes: content.length, fileName, contentType };
  return { ...facts, reference: Buffer.from(JSON.stringify(facts)).toString('base64url') };
}

/** The reference in a hidden input. Undefined if it is invalid. */
export function keptFile(reference: string): KeptFile | undefined {
  try {
    const { uploadId, bytes, fileName, contentType } = JSON.parse(Buffer.from(reference, 'base64url').toString());
    if (![uploadId, fileName, contentType].every((text) => typeof text === 'string') || !Number.isSafeInteger(bytes))
      return undefined;
    return { uploadId, bytes, fileName, contentType, reference };
  } catch {
    return undefined;
  }
}
