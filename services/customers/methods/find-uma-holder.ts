// FindUmaHolder: the customer with a UMA address, for other services.
import type { UmaAddressService } from '../../../gen/payments/customers/v1/uma_address_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { CustomersMethod } from '../context.ts';

type FindUmaHolder = typeof UmaAddressService.method.findUmaHolder;

export const findUmaHolder: CustomersMethod<FindUmaHolder> = async ({ umaAddress }, { store }) => {
  const [claim] = await store.umaAddresses.find([umaAddress.toLowerCase()]);
  const customer = claim && (await store.customers.findByUmaAddress(claim.platformId, claim.umaAddress));
  if (!customer) return {};
  const { id, platformId, currencies } = customer;
  return { holder: { customerId: publicId('Customer', id), platformId, currencies: [...currencies] } };
};
