// ListDocuments: the papers of one holder, or of the whole platform, newest first.
import type { DocumentService } from '../../../gen/payments/customers/v1/document_pb.ts';
import { uuidOf } from '../../kit/ids.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/page.ts';
import type { CustomersMethod } from '../context.ts';
import { toDocument } from '../convert.ts';
import type { DocumentFilter } from '../store/documents.ts';

export const listDocuments: CustomersMethod<typeof DocumentService.method.listDocuments> = async (request, { store, caller }) => {
  const { cursor, limit = pageSize, documentHolder } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const holder = documentHolder === undefined ? undefined : holderOf(documentHolder);
  if (documentHolder !== undefined && !holder) return { totalCount: 0n };

  const filter = { platformId: caller.platformId, holder };
  const totalCount = await store.documents.count(filter);
  const { data, ...position } = pageOf(await store.documents.page(filter, { after, limit }), limit);
  return { data: data.map(toDocument), totalCount, ...position };
};

/** Undefined for what is neither the id of a customer nor that of an owner: nobody holds anything under it. */
function holderOf(holder: string): DocumentFilter['holder'] {
  const customerId = uuidOf('Customer', holder);
  if (customerId !== undefined) return { customerId };
  const ownerId = uuidOf('BeneficialOwner', holder);
  return ownerId === undefined ? undefined : { ownerId };
}
