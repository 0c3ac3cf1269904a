// A customer's external account for UMA payments.
import { describe, expect, test } from 'vitest';
import { bodyOf, specimenOf } from './external-account-specimens.ts';
import { type Json, sharedAccountsWorld } from './external-accounts-world.ts';

const world = await sharedAccountsWorld();
const platform = await world.newPlatform();

const path = '/customers/external-accounts';
const usd = specimenOf('USD_ACCOUNT');

describe('the default for UMA deposits', () => {
  const isDefault = { defaultUmaDepositAccount: true };

  test('is one account of a customer, and moves to the latest that requests it', async () => {
    const customerId = await platform.newCustomer();
    const first = await create(numbered('1', { customerId, ...isDefault }));
    const second = await create(numbered('2', { customerId, ...isDefault }));
    await create(numbered('3', { customerId }));

    expect([first.body.defaultUmaDepositAccount, second.body.defaultUmaDepositAccount]).toEqual([true, true]);
    expect(await defaultsOf(customerId)).toEqual([second.body.id]);
  });

  test('is one even when two hundred request it concurrently', async () => {
    const customerId = await platform.newCustomer();

    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, number) => create(numbered(`9${number + 200}`, { customerId, ...isDefault }))),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await defaultsOf(customerId)).toHaveLength(1);
  });

  test('does not move if the requesting account is a duplicate', async () => {
    const customerId = await platform.newCustomer();
    await create(numbered('1', { customerId }));
    const chosen = await create(numbered('2', { customerId, ...isDefault }));

    const again = await create(numbered('1', { customerId, ...isDefault }));

    expect(again.status).toBe(409);
    expect(await defaultsOf(customerId)).toEqual([chosen.body.id]);
  });

  test('is empty after the account is deleted', async () => {
    const customerId = await platform.newCustomer();
    await create(numbered('1', { customerId }));
    const chosen = await create(numbered('2', { customerId, ...isDefault }));

    await platform.rest('DELETE', `${path}/${String(chosen.body.id)}`);

    expect(await defaultsOf(customerId)).toEqual([]);
  });

  test("ignores the platform's own accounts", async () => {
    const { body } = await create(bodyOf(usd, { fields: { accountNumber: '4711' } }));

    expect(body).not.toHaveProperty('defaultUmaDepositAccount');
    expect(body).not.toHaveProperty('customerId');
  });
});

function create(body: Json) {
  return platform.rest('POST', path, { body });
}

function numbered(accountNumber: string, top: Json): Json {
  return bodyOf(usd, { top, fields: { accountNumber } });
}

async function defaultsOf(customerId: string): Promise<unknown[]> {
  const defaults: unknown[] = [];
  for (let cursor: unknown = ''; cursor !== undefined; ) {
    const { body } = await platform.rest(
      'GET',
      `${path}?customerId=${customerId}&limit=100${cursor ? `&cursor=${String(cursor)}` : ''}`,
    );
    for (const account of Array.from(Object(body).data as Json[]))
      if (account.defaultUmaDepositAccount) defaults.push(account.id);
    cursor = body.nextCursor;
  }
  return defaults;
}
