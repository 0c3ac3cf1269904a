// ListCustomers: the customers that match all filters, newest first.
import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { CustomerType } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { CustomerService, ListCustomersRequest } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { CustomersMethod } from '../context.ts';
import { showCustomers } from '../steps/show-customer.ts';
import type { CustomerFilter } from '../store/customer-list.ts';

export const listCustomers: CustomersMethod<typeof CustomerService.method.listCustomers> = async (request, context) => {
  const { store, caller } = context;
  const { cursor, limit = pageSize } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const filter = filterOf(request, caller.platformId);

  const totalCount = await store.customers.count(filter);
  const customers = await store.customers.page(filter, { after, limit, total: totalCount });
  const { data, ...position } = pageOf(customers, limit);
  return { data: await showCustomers(data, context), ...(totalCount !== undefined && { totalCount }), ...position };
};

function filterOf(request: ListCustomersRequest, platformId: string): CustomerFilter {
  return {
    platformId,
    platformCustomerId: request.platformCustomerId,
    customerType: request.customerType === undefined ? undefined : typeNames.get(request.customerType),
    createdAfter: dateOf(request.createdAfter),
    createdBefore: dateOf(request.createdBefore),
    updatedAfter: dateOf(request.updatedAfter),
    updatedBefore: dateOf(request.updatedBefore),
    region: request.region,
    currency: request.currency,
    umaAddress: request.umaAddress?.toLowerCase(),
    isIncludingDeleted: request.isIncludingDeleted ?? false,
  };
}

const typeNames = new Map<CustomerType, NonNullable<CustomerFilter['customerType']>>([
  [CustomerType.INDIVIDUAL, 'INDIVIDUAL'],
  [CustomerType.BUSINESS, 'BUSINESS'],
]);

function dateOf(time: Timestamp | undefined): Date | undefined {
  return time && timestampDate(time);
}
