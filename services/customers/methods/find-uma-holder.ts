// FindUmaHolder: the customer with a UMA address, for other services. On the caller's platform first, because a fork has the addresses of its
// original.
import type { UmaAddressService } from '../../../gen/payments/customers/v1/uma_address_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { CustomersContext, CustomersMethod } from '../context.ts';

type FindUmaHolder = typeof UmaAddressService.method.findUmaHolder;

export const findUmaHolder: CustomersMethod<FindUmaHolder> = async (request, { caller, store }) => {
  const umaAddress = request.umaAddress.toLowerCase();
  const customer =
    (await store.customers.findByUmaAddress(caller.platformId, umaAddress)) ?? (await elsewhere(umaAddress, store));
  if (!customer) return {};
  const { id, platformId, currencies } = customer;
  return { holder: { customerId: publicId('Customer', id), platformId, currencies: [...currencies] } };
};

async function elsewhere(umaAddress: string, { umaAddresses, customers }: CustomersContext['store']) {
  const [claim] = await umaAddresses.find([umaAddress]);
  return claim && customers.findByUmaAddress(claim.platformId, umaAddress);
}
