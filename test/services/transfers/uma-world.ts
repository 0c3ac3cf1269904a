// People and payments with UMA addresses, for tests.
import type { Tenant } from '../../kit/platform.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { accountOf, fund } from './transfers-world.ts';

export const sandboxHost = 'sandbox.uma.example';

/** A sandbox address. */
export const at = (label: string) => `$${label}@${sandboxHost}`;

let count = 0;

/** A verified customer with every field that the sandbox can require, and money on one account. */
export async function newPerson(tenant: Tenant, { amount = 0, currency = 'USD', ...more }: Record<string, unknown> = {}) {
  const fullName = `Ada ${'abcdefghij'[count++ % 10]}`;
  const body = { customerType: 'INDIVIDUAL', fullName, birthDate: '1990-02-03', ...more };
  const { body: customer } = await tenant.rest('POST', '/customers', { body });
  const accountId = await accountOf(tenant, customer.id, String(currency));
  if (amount) await fund(tenant, accountId, Number(amount));
  return { customerId: String(customer.id), umaAddress: String(customer.umaAddress), accountId };
}

export async function lookUp(tenant: Tenant, receiver: string): Promise<string> {
  const { body } = await tenant.rest('GET', `/receiver/uma/${encodeURIComponent(receiver)}`);
  return body.lookupId;
}

/** The dollar in a platform's configuration, with its required counterparty fields. */
export function usd(requiredCounterpartyFields: object[] = []) {
  const enabledTransactionTypes = ['INCOMING', 'OUTGOING'];
  return { currencyCode: 'USD', minAmount: 1, maxAmount: 1_000_000_000, requiredCounterpartyFields, enabledTransactionTypes };
}

/** A body for POST /quotes: ten dollars to an address by default. */
export function umaQuoteBody(accountId: string, umaAddress: string, more: object = {}) {
  return {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
    ...more,
  };
}

/** Looks up and quotes. */
export async function umaQuote(
  tenant: Tenant,
  { accountId, receiver }: { accountId: string; receiver: string },
  more: object = {},
): Promise<RestAnswer> {
  const lookupId = await lookUp(tenant, receiver);
  return tenant.rest('POST', '/quotes', { body: umaQuoteBody(accountId, receiver, { lookupId, ...more }) });
}
