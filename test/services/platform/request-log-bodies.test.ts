// The bodies in the request log of a sandbox platform.
import { expect, test } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { withRequestLog } from '../../kit/world-forms.ts';

const world = await sharedWorld(withRequestLog);
const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' };

/** The entries, oldest first, once there are as many. */
async function logged({ rest }: Tenant, count: number): Promise<{ id: string }[]> {
  const listed = async () => (await rest('GET', `/sandbox/requests?limit=100`)).body.data as { id: string }[];
  await expect.poll(async () => (await listed()).length).toBe(count);
  return (await listed()).toReversed();
}

async function shown({ rest }: Tenant, entry: { id: string } | undefined) {
  return (await rest('GET', `/sandbox/requests/${entry?.id}`)).body;
}

test('a response appears as it was sent: without absent fields, with decimals as numbers, and long lists shortened', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'EUR'] });
  const { body: rates } = await tenant.rest(
    'GET',
    '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount=20000',
  );
  for (let count = 0; count < 21; count++) await tenant.rest('POST', '/customers', { body: ada });
  const { body: customers } = await tenant.rest('GET', '/customers?limit=100');

  const entries = await logged(tenant, 23);

  expect((await shown(tenant, entries[0])).responseBody).toEqual(rates);
  const { responseBody } = await shown(tenant, entries[22]);
  expect([responseBody.data[0], responseBody.data.at(-1)]).toEqual([customers.data[0], '… 1 more']);
});

test('long values are shortened, and large bodies stay bounded', async () => {
  const tenant = await world.newPlatform();
  const many = Array.from({ length: 30 }, (_, index) => ({ text: 'x'.repeat(1_000), index }));

  await tenant.rest('POST', '/customers', { body: { ...ada, platformCustomerId: 'y'.repeat(2_000), many, last: 1 } });

  const [entry] = await logged(tenant, 1);
  const { requestBody } = await shown(tenant, entry);
  expect(requestBody.platformCustomerId).toBe(`${'y'.repeat(512)}…`);
  expect(requestBody.many.at(-1)).toMatch(/^… \d+ more$/);
  expect(requestBody).toMatchObject({ '…': 'shortened' });
  expect(JSON.stringify(requestBody).length).toBeLessThan(10_000);
});
