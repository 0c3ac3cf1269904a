// The account that receives a customer's UMA payments: the default external account, or the primary internal one.
import { InternalAccountStatus, InternalAccountType } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import type { TransfersContext } from '../../context.ts';
import { toDestination } from '../../convert-account.ts';
import type { Destination } from '../../domain/quote/destination.ts';
import { rateBetween } from '../../domain/rates/rates.ts';
import { primaryCurrencies } from '../../domain/shared/primary-currencies.ts';
import { currentRates } from '../rates/current-rates.ts';

/**
 * For a payment in `currency`: the default external account, if it is active and its currency can be reached; otherwise the internal
 * account in that currency, in the customer's preferred currency, or in the platform's first. Undefined if there is none.
 */
export async function findDeposit(
  context: TransfersContext,
  customerId: string,
  currency: string,
): Promise<Destination | undefined> {
  const [outside, rates] = await Promise.all([findOutside(context, customerId), currentRates(context)]);
  if (outside && rateBetween(rates, currency, outside.currency)) return outside;

  const [customer, { config }] = await Promise.all([
    context.clients.customers.getCustomer({ customerId }),
    context.clients.platforms.getPlatform({}),
  ]);
  for (const code of primaryCurrencies(currency, customer, config)) {
    const inside = await findInside(context, customerId, code);
    if (inside && rateBetween(rates, currency, code)) return inside;
  }
  return undefined;
}

/** The account that is paid without conversion. Undefined if there is none. */
export async function findExactDeposit(
  context: TransfersContext,
  customerId: string,
  currency: string,
): Promise<Destination | undefined> {
  const outside = await findOutside(context, customerId);
  return outside?.currency === currency ? outside : findInside(context, customerId, currency);
}

async function findOutside({ clients }: TransfersContext, customerId: string): Promise<Destination | undefined> {
  const { account } = await clients.accounts.getUmaDepositAccount({ customerId });
  const outside = account && toDestination(account.kind);
  return outside?.status === 'ACTIVE' ? outside : undefined;
}

/** A wallet is used only if no other account has the currency. */
async function findInside({ clients }: TransfersContext, customerId: string, currency: string): Promise<Destination | undefined> {
  const { data } = await clients.internalAccounts.listCustomerInternalAccounts({ customerId, currency, limit: 100 });
  const open = data.filter(({ status }) => status === InternalAccountStatus.ACTIVE);
  const found = open.find(({ type }) => type !== InternalAccountType.EMBEDDED_WALLET) ?? open[0];
  return found && toDestination({ case: 'internal', value: found });
}
