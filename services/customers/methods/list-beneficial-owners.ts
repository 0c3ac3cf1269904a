// ListBeneficialOwners: the owners of a business, newest first. Empty for an unknown business.
import type { BeneficialOwnerService } from '../../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { CustomersMethod } from '../context.ts';
import { toBeneficialOwner } from '../convert.ts';
import { customerUuid } from '../steps/find-customer.ts';

type ListBeneficialOwners = typeof BeneficialOwnerService.method.listBeneficialOwners;

export const listBeneficialOwners: CustomersMethod<ListBeneficialOwners> = async (request, { store, caller }) => {
  const { cursor, limit = pageSize } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const business = { platformId: caller.platformId, customerId: customerUuid(request.customerId) };

  const totalCount = await store.owners.count(business);
  const owners = await store.owners.page(business, { after, limit });
  const { data, ...position } = pageOf(owners, limit);
  return { data: data.map(toBeneficialOwner), totalCount, ...position };
};
