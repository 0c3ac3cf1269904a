// FindUmaHolder: tells other services which customer has a UMA address.
import type { UmaAddressService } from '../../../gen/payments/customers/v1/uma_address_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { CustomersMethod } from '../context.ts';

type FindUmaHolder = typeof UmaAddressService.method.findUmaHolder;

export const findUmaHolder: CustomersMethod<FindUmaHolder> = async ({ umaAddress }, { store }) => {
  const customer = await store.customers.findByUmaAddress(umaAddress.toLowerCase());
  if (!customer) return {};
  const { id, platformId, currencies } = customer;
  return { holder: { customerId: publicId('Customer', id), platformId, currencies: [...currencies] } };
};
