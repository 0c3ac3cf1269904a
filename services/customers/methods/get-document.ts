// GetDocument: returns a document without its content.
import type { DocumentService } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { toDocument } from '../convert.ts';
import { findDocument } from '../steps/find-holder.ts';

export const getDocument: CustomersMethod<typeof DocumentService.method.getDocument> = async (request, context) => {
  return toDocument(await findDocument(request.documentId, context));
};
