// Where what a customer is paid by UMA goes: the account outside that is the customer's default, or the primary one inside.
import { InternalAccountStatus, InternalAccountType } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import type { TransfersContext } from '../../context.ts';
import { toDestination } from '../../convert-account.ts';
import type { Destination } from '../../domain/quote/destination.ts';
import { rateBetween } from '../../domain/rates/rates.ts';
import { currentRates } from '../rates/current-rates.ts';

/**
 * For a payment in `currency`. The default account outside, while it is active and its currency can be reached; else the account
 * inside in that currency, or in the currency that the customer prefers, or in the platform's first. Undefined where there is none.
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
  const preferred = [currency, customer.currencies[0], config?.supportedCurrencies[0]?.currencyCode];
  for (const code of preferred.filter((one) => one !== undefined)) {
    const inside = await findInside(context, customerId, code);
    if (inside && rateBetween(rates, currency, code)) return inside;
  }
  return undefined;
}

/** The account that is paid without any conversion; undefined where there is none. */
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

/** A wallet counts only where no other account holds the currency. */
async function findInside({ clients }: TransfersContext, customerId: string, currency: string): Promise<Destination | undefined> {
  const { data } = await clients.internalAccounts.listCustomerInternalAccounts({ customerId, currency, limit: 100 });
  const open = data.filter(({ status }) => status === InternalAccountStatus.ACTIVE);
  const found = open.find(({ type }) => type !== InternalAccountType.EMBEDDED_WALLET) ?? open[0];
  return found && toDestination({ case: 'internal', value: found });
}
