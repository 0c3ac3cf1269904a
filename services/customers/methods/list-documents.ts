// ListDocuments: the documents of a holder, or of the whole platform, newest first.
import type { DocumentService } from '../../../gen/payments/customers/v1/document_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { CustomersMethod } from '../context.ts';
import { toDocument } from '../convert.ts';
import type { DocumentFilter } from '../store/documents.ts';

export const listDocuments: CustomersMethod<typeof DocumentService.method.listDocuments> = async (request, { store, caller }) => {
  const { cursor, limit = pageSize, documentHolder } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const filter = { platformId: caller.platformId, holder: documentHolder === undefined ? undefined : holderOf(documentHolder) };

  const totalCount = await store.documents.count(filter);
  const { data, ...position } = pageOf(await store.documents.page(filter, { after, limit }), limit);
  return { data: data.map(toDocument), totalCount, ...position };
};

/** The id of a customer or an owner. */
function holderOf(holder: string): DocumentFilter['holder'] {
  const customerId = uuidOf('Customer', holder);
  if (customerId !== undefined) return { customerId };
  const ownerId = uuidOf('BeneficialOwner', holder);
  return ownerId === undefined ? undefined : { ownerId };
}
