// Customers and their accounts, with all services running.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { individual } from './customers-world.ts';

const world = await sharedWorld();
const tenant = await world.newPlatform({ currencies: ['EUR', 'MXN', 'USD'] }); // without USDB there are no wallets

async function accountsOf(customerId: string): Promise<{ currency: string; status: string }[]> {
  const { status, body } = await tenant.rest('GET', `/customers/internal-accounts?customerId=${customerId}`);
  expect(status).toBe(200);
  return body.data
    .map(({ balance, status }: { balance: { currency: { code: string } }; status: string }) => ({
      currency: balance.currency.code,
      status,
    }))
    .sort((one: { currency: string }, other: { currency: string }) => one.currency.localeCompare(other.currency));
}

test("accounts are active before the answer, follow the customer's currencies, and close with the customer", async () => {
  const body = { ...individual, currencies: ['EUR', 'USD'], email: 'ada@example.com' };
  const { body: customer } = await tenant.rest('POST', '/customers', { body });
  const made = await accountsOf(customer.id);

  await tenant.rest('PATCH', `/customers/${customer.id}`, {
    body: { customerType: 'INDIVIDUAL', currencies: ['EUR', 'USD', 'MXN'] },
  });
  const grown = await accountsOf(customer.id);
  await tenant.rest('DELETE', `/customers/${customer.id}`);
  const closed = await accountsOf(customer.id);

  expect(made).toEqual(['EUR', 'USD'].map((currency) => ({ currency, status: 'ACTIVE' })));
  expect(grown).toEqual(['EUR', 'MXN', 'USD'].map((currency) => ({ currency, status: 'ACTIVE' })));
  expect(closed).toEqual(['EUR', 'MXN', 'USD'].map((currency) => ({ currency, status: 'CLOSED' })));
});

test('an unapproved customer has none', async () => {
  const { body: customer } = await tenant.rest('POST', '/customers', { body: { ...individual, fullName: 'Ada 003' } });

  expect(await accountsOf(customer.id)).toEqual([]);
});
