// Checks of the file of a document.
import type { ReplaceDocumentRequest, UploadDocumentRequest } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { fileProblems } from '../domain/document.ts';

/** The rules of the proto refuse a request without a file. */
export function checkFile({ file }: UploadDocumentRequest | ReplaceDocumentRequest): FieldError[] {
  return file ? fileProblems(file) : [];
}
