// The payer of a lookup, as given in the request.
import type { Customer } from '../../../../gen/payments/customers/v1/customer_pb.ts';
import { parseUma } from '../../../kit/messages/uma-address.ts';
import { invalidInput } from '../../../kit/messages/validate.ts';
import type { TransfersContext } from '../../context.ts';
import { findOwner } from '../shared/parties.ts';

export interface NamedPayer {
  readonly customerId?: string | undefined;
  readonly senderUmaAddress?: string | undefined;
}

/** Undefined if no payer is given. Throws INVALID_INPUT for an unknown customer, or two different ones. */
export async function findPayer(
  context: TransfersContext,
  { customerId, senderUmaAddress }: NamedPayer,
): Promise<Customer | undefined> {
  const [byId, byAddress] = await Promise.all([
    customerId === undefined ? undefined : findOwner(context, customerId),
    senderUmaAddress === undefined ? undefined : findUmaCustomer(context, parseUma(senderUmaAddress).text),
  ]);
  if (customerId !== undefined && !byId?.customer) throw notOurs('customerId');
  if (senderUmaAddress !== undefined && !byAddress) throw notOurs('senderUmaAddress');
  if (byId?.customer && byAddress && byId.customer.id !== byAddress.id) {
    throw invalidInput([{ field: 'senderUmaAddress', message: 'is not the UMA address of the customer in customerId' }]);
  }
  return byId?.customer ?? byAddress;
}

function notOurs(field: string) {
  return invalidInput([{ field, message: 'is not a customer of this platform' }]);
}

/** The customer of the platform with this address, unless deleted. */
export async function findUmaCustomer({ clients }: TransfersContext, umaAddress: string): Promise<Customer | undefined> {
  const { data } = await clients.customers.listCustomers({ umaAddress, limit: 1 });
  return data[0];
}
