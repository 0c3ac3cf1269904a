// Looks up an external account: its currency, and the payer fields that its corridor requires.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Customer } from '../../../gen/payments/customers/v1/customer_pb.ts';
import type { LookupService } from '../../../gen/payments/transfers/v1/lookup_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toDestination } from '../convert-account.ts';
import { toCustomerFields } from '../convert-customer.ts';
import { refuseInactive } from '../domain/quote/admission.ts';
import type { Destination } from '../domain/quote/destination.ts';
import { requiredByCorridor } from '../domain/uma/customer-fields.ts';
import { acceptanceOf } from '../domain/uma/lookup.ts';
import { findPayer } from '../steps/lookup/find-payer.ts';
import { keepLookup } from '../steps/lookup/keep-lookup.ts';
import { findSendingCurrency } from '../steps/lookup/sending-currency.ts';
import { findOwner } from '../steps/shared/parties.ts';

export const lookupExternalAccount: TransfersMethod<typeof LookupService.method.lookupExternalAccount> = async (
  request,
  context,
) => {
  const { accountId } = request;
  const account = await accountOf(context, accountId);
  const named = await findPayer(context, request);
  refuseInactive(account);
  const payer = named ?? (await holderOf(context, account));
  const { config } = await context.clients.platforms.getPlatform({});
  const sendingFor = await findSendingCurrency(context, payer, config);

  const receiving = account.currency;
  const accepted = [acceptanceOf(receiving, config, account.rails)];
  const corridor = { sending: sendingFor(receiving), receiving, ...(payer && { sender: toCustomerFields(payer) }) };
  const payerFields = requiredByCorridor(corridor);
  const shown = await keepLookup(context, { receiver: accountId, sendingFor, accepted, payerFields });
  return { ...shown, accountId };
};

async function accountOf({ clients }: TransfersContext, accountId: string): Promise<Destination> {
  const { accounts } = await clients.accounts.getAccounts({ ids: [accountId] });
  const destination = accounts[0] && toDestination(accounts[0].kind);
  if (destination) return destination;
  throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no external account ${accountId}.`, { resource: 'ExternalAccount' });
}

/** Undefined for an account of the platform. */
async function holderOf(context: TransfersContext, { customerId }: Destination): Promise<Customer | undefined> {
  return customerId === undefined ? undefined : (await findOwner(context, customerId))?.customer;
}
