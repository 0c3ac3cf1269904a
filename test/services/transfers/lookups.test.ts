// Lookups of receivers: what sandbox addresses accept and require, and which are refused.
import { describe, expect, test } from 'vitest';
import { newBank, newCustomer, sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const host = 'sandbox.uma.example';
const lookupId = expect.stringMatching(/^Lookup:[0-9a-f-]{36}$/);
const person = [
  { name: 'FULL_NAME', mandatory: true },
  { name: 'BIRTH_DATE', mandatory: true },
];
const currency = (code: string) => expect.objectContaining({ code });

async function umaOf(customerId: string): Promise<string> {
  return (await world.rest('GET', `/customers/${customerId}`)).body.umaAddress;
}

describe('an address of the sandbox', () => {
  test.each([
    ['success.usd', 'USD'],
    ['success.eur', 'EUR'],
    ['success.mxn', 'MXN'],
    ['pending.long.usd', 'USD'],
    ['fail.compliance.usd', 'USD'],
  ])('%s accepts %s, of which the platform has an account', async (label, code) => {
    const { status, body } = await world.rest('GET', `/receiver/uma/$${label}@${host}`);

    expect([status, body]).toEqual([
      200,
      {
        receiverUmaAddress: `$${label}@${host}`,
        supportedCurrencies: [{ currency: currency(code), estimatedExchangeRate: 1, min: 100, max: 10_000_000 }],
        requiredPayerDataFields: person,
        lookupId,
      },
    ]);
  });

  test('is read in any case, and with its first character encoded', async () => {
    const { status, body } = await world.rest('GET', `/receiver/uma/%24Success.USD%40${host.toUpperCase()}`);

    expect([status, body.receiverUmaAddress]).toEqual([200, `$success.usd@${host}`]);
  });

  test.each([
    ['the received currency, if the customer has an account in it', 'success.usd', ['EUR', 'USD'], 1],
    ['the currency that the customer prefers, otherwise', 'success.usd', ['EUR', 'MXN'], 1.08695652174],
    ['the first currency of the platform, without accounts', 'success.mxn', [], 17.25],
  ])('estimates from %s', async (_, label, currencies, rate) => {
    const tenant = await world.newPlatform({ currencies: ['USD', 'EUR', 'MXN'] });
    const customerType = currencies.length > 0 ? 'INDIVIDUAL' : 'BUSINESS'; // accounts of a business are opened later
    const businessInfo = { legalName: 'Ada Inc', country: 'US', taxId: '12-3456789', incorporatedOn: '2015-04-01' };
    const body = { customerType, fullName: 'Ada', businessInfo, ...(currencies.length > 0 && { currencies }) };
    const { body: customer } = await tenant.rest('POST', '/customers', { body });

    const found = await tenant.rest('GET', `/receiver/uma/$${label}@${host}?customerId=${customer.id}`);

    expect(found.body.supportedCurrencies[0].estimatedExchangeRate).toBe(rate);
  });

  test.each([
    [`$success.gbp@${host}`, 404, 'UMA_NOT_FOUND'],
    [`$toString@${host}`, 404, 'UMA_NOT_FOUND'],
    ['$success.usd@elsewhere.example', 424, 'LNURLP_REQUEST_FAILED'],
    [`$success.usd@blocked.${host}`, 403, 'COUNTERPARTY_NOT_ALLOWED'],
    ['success.usd@sandbox.uma.example', 400, 'INVALID_UMA_ADDRESS'],
    ['$success.usd', 400, 'INVALID_UMA_ADDRESS'],
    ['$success.usd@', 400, 'INVALID_UMA_ADDRESS'],
    ['$success usd@sandbox.uma.example', 400, 'INVALID_UMA_ADDRESS'],
    [`$${'a'.repeat(64)}@${host}`, 400, 'INVALID_UMA_ADDRESS'],
  ])('%s is answered %i %s', async (address, status, code) => {
    const answer = await world.rest('GET', `/receiver/uma/${encodeURIComponent(address)}`);

    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test("is at the operator's host", async () => {
    const other = await world.rest('GET', '/receiver/uma/$success.usd@sandbox.uma.example:8443');

    expect([other.status, other.body.code]).toEqual([424, 'LNURLP_REQUEST_FAILED']);
  });
});

describe('the payer', () => {
  test('is named by id, by address, or by both', async () => {
    const customerId = await newCustomer(world);
    const address = await umaOf(customerId);
    const path = `/receiver/uma/$success.usd@${host}`;

    for (const query of [
      `customerId=${customerId}`,
      `senderUmaAddress=${address}`,
      `customerId=${customerId}&senderUmaAddress=${address}`,
    ]) {
      expect((await world.rest('GET', `${path}?${query}`)).status).toBe(200);
    }
  });

  test.each([
    [
      'an unknown customer',
      async () => 'customerId=Customer:00000000-0000-7000-8000-000000000000',
      'INVALID_INPUT',
      'customerId',
    ],
    ['no id at all', async () => 'customerId=Ada', 'INVALID_INPUT', 'customerId'],
    ['an unknown address', async () => 'senderUmaAddress=$nobody@localhost', 'INVALID_INPUT', 'senderUmaAddress'],
    ['a malformed address', async () => 'senderUmaAddress=nobody', 'INVALID_UMA_ADDRESS', undefined],
    [
      'two customers',
      async () => `customerId=${await newCustomer(world)}&senderUmaAddress=${await umaOf(await newCustomer(world))}`,
      'INVALID_INPUT',
      'senderUmaAddress',
    ],
  ])('cannot be %s', async (_, query, code, field) => {
    for (const path of [`/receiver/uma/$success.usd@${host}`, `/receiver/external-account/${await newBank(world, undefined)}`]) {
      const { status, body } = await world.rest('GET', `${path}?${await query()}`);

      expect([status, body.code, body.details?.errors?.[0].field]).toEqual([400, code, field]);
    }
  });
});

test.each(['x..com', '.com', '-x.com', 'x-.com', `${'a'.repeat(64)}.com`])('an address at %s is malformed', async (domain) => {
  const { status, body } = await world.rest('GET', `/receiver/uma/$bob@${domain}`);

  expect([status, body.code]).toEqual([400, 'INVALID_UMA_ADDRESS']);
});

test('production reaches no external institution', async () => {
  const tenant = await world.newPlatform({ environment: 'production' });

  const { status, body } = await tenant.rest('GET', `/receiver/uma/$success.usd@${host}`);

  expect([status, body.code]).toEqual([403, 'COUNTERPARTY_NOT_ALLOWED']);
});
