// KeepDocumentPart: stores a part of a file before its document.
import type { DocumentService } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { keepPart } from '../steps/uploads.ts';

export const keepDocumentPart: CustomersMethod<typeof DocumentService.method.keepDocumentPart> = async (part, context) => {
  await keepPart(part, context);
  return {};
};
