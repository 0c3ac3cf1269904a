// Lightning as an external account: one of three destinations, and no beneficiary.
import { expect, test } from 'vitest';
import { business } from './external-account-specimens.ts';
import { type Json, sharedAccountsWorld } from './external-accounts-world.ts';

const world = await sharedAccountsWorld();
const platform = await world.newPlatform();

const path = '/customers/external-accounts';
const ways = {
  lightningAddress: 'ana.nunez@wallet.example',
  invoice: 'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsx',
  bolt12: 'lno1pg257enxv4ezqcneype82um50ynhxgrwdajx293pqglnyxw6q0hzngfdusg8umzuxe8kquuz7pjl90ldj8wadwgs0xlmc',
};

test.each(Object.entries(ways))('%s is read back as LIGHTNING, under both names', async (field, value) => {
  const own = await world.newPlatform();
  const accountInfo = { accountType: 'LIGHTNING_ACCOUNT', [field]: value };

  const created = await own.rest('POST', path, { body: { currency: 'BTC', accountInfo } });

  expect(created).toEqual({
    status: 201,
    body: {
      id: expect.stringMatching(/^ExternalAccount:[0-9a-f-]{36}$/),
      status: 'ACTIVE',
      currency: 'BTC',
      accountInfo: { accountType: 'LIGHTNING', [field]: value },
    },
  });
  expect(await own.rest('GET', `${path}/${String(created.body.id)}`)).toEqual({ status: 200, body: created.body });
  const again = await own.rest('POST', path, {
    body: { currency: 'BTC', accountInfo: { ...accountInfo, accountType: 'LIGHTNING' } },
  });
  expect(again).toMatchObject({ status: 409, body: { details: { existingAccountId: created.body.id } } });
});

test.each([
  { name: 'none', fields: {} },
  { name: 'nulls', fields: { invoice: null, bolt12: null, lightningAddress: null } },
  { name: 'two', fields: { invoice: ways.invoice, bolt12: ways.bolt12 } },
  { name: 'all', fields: ways },
])('exactly one of the three is accepted, not $name', async ({ fields }) => {
  expect(await errorsOf(fields)).toEqual([
    { field: 'accountInfo', message: 'requires exactly one of invoice, bolt12, lightningAddress' },
  ]);
});

test.each([
  { field: 'lightningAddress', value: '$ana@wallet.example' },
  { field: 'lightningAddress', value: 'Ana@wallet.example' },
  { field: 'lightningAddress', value: 'ana' },
  { field: 'lightningAddress', value: 'ana@wallet' },
  { field: 'lightningAddress', value: '' },
  { field: 'lightningAddress', value: `${'a'.repeat(65)}@wallet.example` },
  { field: 'invoice', value: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  { field: 'invoice', value: 'lnbcUPPERlower' },
  { field: 'invoice', value: `lnbc${'1'.repeat(4093)}` },
  { field: 'bolt12', value: 'lnr1qqq' },
  { field: 'bolt12', value: `lno1${'q'.repeat(4093)}` },
])('refuses $field = $value', async ({ field, value }) => {
  expect((await errorsOf({ [field]: value })).map((error) => error.field)).toEqual([`accountInfo.${field}`]);
});

test('holds nothing but BTC', async () => {
  const accountInfo = { accountType: 'LIGHTNING', lightningAddress: ways.lightningAddress };

  const answer = await platform.rest('POST', path, { body: { currency: 'USDB', accountInfo } });

  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_CURRENCY', details: { allowed: ['BTC'] } } });
});

test('has neither beneficiary nor custodian', async () => {
  const accountInfo = { accountType: 'LIGHTNING', lightningAddress: 'bo@wallet.example', vaspName: 'x', beneficiary: business };

  const { status, body } = await platform.rest('POST', path, { body: { currency: 'BTC', accountInfo } });

  expect(status).toBe(201);
  expect(body.accountInfo).toEqual({ accountType: 'LIGHTNING', lightningAddress: 'bo@wallet.example' });
});

async function errorsOf(fields: Json): Promise<Json[]> {
  const accountInfo = { accountType: 'LIGHTNING', ...fields };
  const answer = await platform.rest('POST', path, { body: { currency: 'BTC', accountInfo } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  return Object(answer.body.details).errors;
}
