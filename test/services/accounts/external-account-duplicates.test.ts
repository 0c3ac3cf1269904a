// The external accounts of an owner: no duplicates, and at most a thousand.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refusal } from './answers.ts';
import { bodyOf, business, specimenOf } from './external-account-specimens.ts';
import { type Json, sharedAccountsWorld } from './external-accounts-world.ts';

const world = await sharedAccountsWorld();
const platform = await world.newPlatform();

const path = '/customers/external-accounts';
const usd = specimenOf('USD_ACCOUNT');

describe('a duplicate', () => {
  test('among two hundred concurrent creations is created once, and the others get its id', async () => {
    const body = bodyOf(usd, { top: { customerId: await platform.newCustomer() } });

    const answers = await Promise.all(Array.from({ length: 200 }, () => create(body)));

    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([made.length, refused.length]).toEqual([1, 199]);
    expect(new Set(refused.map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set([
        JSON.stringify({
          status: 409,
          code: 'CONFLICT',
          message: 'The owner already has an account with these coordinates.',
          details: { existingAccountId: made[0]?.body.id },
        }),
      ]),
    );
  });

  test.each([
    { what: 'another beneficiary', more: { beneficiary: business } },
    { what: 'another name at the platform', more: { top: { platformAccountId: 'other' } } },
    { what: 'another kind of ownership', more: { top: { ownershipType: 'THIRD_PARTY' } } },
    { what: 'separators', more: { fields: { accountNumber: '000-123 456.789' } } },
    { what: 'the name of the bank', more: { fields: { bankName: 'First Bank' } } },
  ])('does not differ by $what', async ({ more }) => {
    const own = await world.newPlatform();
    const first = await own.rest('POST', path, { body: bodyOf(usd) });

    const second = await own.rest('POST', path, { body: bodyOf(usd, more) });

    expect(second.body.details).toEqual({ existingAccountId: first.body.id });
  });

  test('can exist for another owner', async () => {
    const own = await world.newPlatform();
    const owners: Json[] = [{}, { customerId: await own.newCustomer() }, { customerId: await own.newCustomer() }];

    const answers = await Promise.all(owners.map((top) => own.rest('POST', path, { body: bodyOf(usd, { top }) })));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  test('can be created once the first is deleted', async () => {
    const own = await world.newPlatform();
    const first = await own.rest('POST', path, { body: bodyOf(usd) });
    await own.rest('DELETE', `${path}/${String(first.body.id)}`);

    const second = await own.rest('POST', path, { body: bodyOf(usd) });

    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('is no conflict if the same key repeats the same request', async () => {
    const body = bodyOf(usd, { top: { customerId: await platform.newCustomer() } });
    const headers = { 'idempotency-key': randomUUID() };

    const first = await platform.rest('POST', path, { body, headers });
    const second = await platform.rest('POST', path, { body, headers });

    expect(first.status).toBe(201);
    expect(second).toEqual(first);
  });
});

test('an owner has at most a thousand accounts, however many creations are concurrent', async () => {
  const customerId = await platform.newCustomer();
  const numbered = (number: number) => bodyOf(usd, { top: { customerId }, fields: { accountNumber: `${number}0` } });
  const many = (from: number, to: number) =>
    Promise.all(Array.from({ length: to - from }, (_, number) => create(numbered(from + number))));
  for (let number = 0; number < 950; number += 50) await many(number, number + 50);

  const answers = await many(950, 1010);

  const kept = answers.find(({ status }) => status === 201);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(answers.filter(({ status }) => status !== 201).map(refusal)).toEqual(
    Array.from({ length: 10 }, () => ({ status: 400, code: 'INVALID_INPUT' })),
  );
  await platform.rest('DELETE', `${path}/${String(kept?.body.id)}`);
  expect((await create(numbered(5000))).status).toBe(201);
});

function create(body: Json) {
  return platform.rest('POST', path, { body });
}
