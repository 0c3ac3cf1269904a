// Posts of dry runs, in the process that also books real ones.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';

const world = await sharedWorld();

test('a process does not remember the house accounts and balances of a dry run', async () => {
  const { rest } = await world.newPlatform({ currencies: ['USD'] });
  const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' };
  const { body: customer } = await rest('POST', '/customers', { body: ada });
  await world.settle();
  const { body: accounts } = await rest('GET', `/customers/internal-accounts?customerId=${customer.id}&currency=USD`);
  const fund = async (amount: number, headers: Record<string, string> = {}) => {
    const { body } = await rest('POST', `/sandbox/internal-accounts/${accounts.data[0].id}/fund`, { body: { amount }, headers });
    return body.balance?.amount ?? body;
  };

  const balances = [
    await fund(700, { 'dry-run': 'true' }),
    await fund(1),
    await fund(800, { 'dry-run': 'true' }),
    await fund(20),
    await fund(300),
  ];

  expect(balances).toEqual([700, 1, 801, 21, 321]);
});
