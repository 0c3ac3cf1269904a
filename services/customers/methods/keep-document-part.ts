// KeepDocumentPart: takes a part of a file ahead of the document that names it.
import type { DocumentService } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { keepPart } from '../steps/uploads.ts';

export const keepDocumentPart: CustomersMethod<typeof DocumentService.method.keepDocumentPart> = async (part, context) => {
  await keepPart(part, context);
  return {};
};
