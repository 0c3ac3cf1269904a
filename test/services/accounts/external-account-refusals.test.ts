// Refused creations of external accounts, and the order of the checks.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fieldsOf, refusal } from './answers.ts';
import { bodyOf, specimenOf, specimens } from './external-account-specimens.ts';
import { type Json, sharedAccountsWorld } from './external-accounts-world.ts';

const world = await sharedAccountsWorld();
const platform = await world.newPlatform();

const path = '/customers/external-accounts';
const usd = specimenOf('USD_ACCOUNT');

test('an unknown account type is refused with the list of known types', async () => {
  const { body } = await create({ currency: 'USD', accountInfo: { accountType: 'US_ACCOUNT' } });

  expect([body.code, Object(body.details).errors]).toEqual([
    'INVALID_INPUT',
    [
      {
        field: 'accountInfo.accountType',
        constraint: { enum: expect.arrayContaining(specimens.map(({ accountType }) => accountType)) },
        message: 'is not one of the allowed values',
      },
    ],
  ]);
});

describe('a create is refused', () => {
  test.each([
    ...specimens.map((specimen) => ({ type: specimen.accountType, specimen, currency: 'ARS' })),
    { type: 'SWIFT_ACCOUNT', specimen: specimenOf('SWIFT_ACCOUNT'), currency: 'USDC' },
    { type: 'USD_ACCOUNT', specimen: usd, currency: 'usd' },
    { type: 'BASE_WALLET', specimen: specimenOf('BASE_WALLET'), currency: 'USDT' },
  ])('when $type is to hold $currency', async ({ specimen, currency }) => {
    const answer = await create(bodyOf(specimen, { top: { currency } }));

    expect(refusal(answer)).toEqual({ status: 400, code: 'INVALID_CURRENCY' });
  });

  test.each([
    { who: 'nobody', customerId: async () => `Customer:${randomUUID()}` },
    { who: 'a customer of another platform', customerId: async () => (await world.newPlatform()).newCustomer() },
    { who: 'a deleted customer', customerId: () => deletedCustomer() },
  ])('when its customer is $who', async ({ customerId }) => {
    const answer = await create(bodyOf(usd, { top: { customerId: await customerId() } }));

    expect(answer).toEqual({
      status: 400,
      body: {
        status: 400,
        code: 'INVALID_INPUT',
        message: '1 field is invalid',
        details: { errors: [{ field: 'customerId', message: 'is not a customer of this platform' }] },
      },
    });
  });

  test.each(['Customer:1', `InternalAccount:${randomUUID()}`, randomUUID(), 7])('when customerId is %j', async (customerId) => {
    const answer = await create(bodyOf(usd, { top: { customerId } }));

    expect(fieldsOf(answer)).toEqual(['customerId']);
  });

  test.each([
    { field: 'platformAccountId', value: '' },
    { field: 'platformAccountId', value: 'x'.repeat(256) },
    { field: 'ownershipType', value: 'SECOND_PARTY' },
    { field: 'defaultUmaDepositAccount', value: 'true' },
  ])('when $field is $value', async ({ field, value }) => {
    const answer = await create(bodyOf(usd, { top: { customerId: await platform.newCustomer(), [field]: value } }));

    expect(fieldsOf(answer)).toEqual([field]);
  });

  test('if a platform account is to be the default for UMA deposits', async () => {
    const answer = await create(bodyOf(usd, { top: { defaultUmaDepositAccount: true } }));

    expect(refusal(answer)).toEqual({ status: 400, code: 'INVALID_INPUT' });
    expect(fieldsOf(answer)).toEqual(['defaultUmaDepositAccount']);
  });

  test('in the order of the stages: shape, currency, customer, bank, duplicate', async () => {
    const customerId = await platform.newCustomer();
    const wrong = {
      top: { currency: 'EUR', customerId: await deletedCustomer() },
      fields: { accountNumber: '777105', routingNumber: 'x' },
    };
    const shaped = { ...wrong, fields: { accountNumber: '777105' } };
    const paired = { ...shaped, top: { customerId: await deletedCustomer() } };
    const owned = { ...shaped, top: { customerId } };
    const accepted = { top: { customerId }, fields: { accountNumber: '777200' } };

    const codes = [];
    for (const more of [wrong, shaped, paired, owned, accepted, accepted])
      codes.push(refusal(await create(bodyOf(usd, more))).code);

    expect(codes).toEqual(['INVALID_INPUT', 'INVALID_CURRENCY', 'INVALID_INPUT', 'INVALID_BANK_ACCOUNT', undefined, 'CONFLICT']);
  });
});

function create(body: Json) {
  return platform.rest('POST', path, { body });
}

async function deletedCustomer(): Promise<string> {
  const customerId = await platform.newCustomer();
  await platform.deleteCustomer(customerId);
  return customerId;
}
