// Refused quotes to UMA addresses, and the order of the checks.
import { describe, expect, test } from 'vitest';
import { accountOf, newBank, sharedTransfers } from './transfers-world.ts';
import { at, lookUp, newPerson, umaQuote, umaQuoteBody } from './uma-world.ts';

const world = await sharedTransfers();

describe('a quote is refused', () => {
  const unknown = 'Lookup:00000000-0000-7000-8000-000000000000';

  test('without a lookup, or with an invalid id', async () => {
    const { accountId } = await newPerson(world);
    const body = umaQuoteBody(accountId, at('success.usd'));

    for (const more of [{}, { lookupId: 'x' }, { lookupId: 'Quote:00000000-0000-7000-8000-000000000000' }]) {
      const answer = await world.rest('POST', '/quotes', { body: { ...body, ...more } });
      expect([answer.status, answer.body.code, answer.body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'lookupId']);
    }
  });

  test.each([
    ['to a malformed address', 'nobody', 'INVALID_UMA_ADDRESS'],
    ['with an unknown lookup', at('success.usd'), 'LOOKUP_REQUEST_FAILED'],
  ])('%s', async (_, receiver, code) => {
    const { accountId } = await newPerson(world);

    const { status, body } = await world.rest('POST', '/quotes', {
      body: umaQuoteBody(accountId, receiver, { lookupId: unknown }),
    });

    expect([status, body.code]).toEqual([400, code]);
  });

  test('with a lookup of another receiver, of another platform, or older than ten minutes', async () => {
    const tenant = await world.newPlatform();
    const { accountId } = await newPerson(tenant);
    const ask = async (lookupId: string) => {
      const { status, body } = await tenant.rest('POST', '/quotes', {
        body: umaQuoteBody(accountId, at('success.usd'), { lookupId }),
      });
      return status === 201 ? 201 : body.code;
    };
    const own = await lookUp(tenant, at('success.usd'));

    expect(await ask(await lookUp(tenant, at('success.eur')))).toBe('LOOKUP_REQUEST_FAILED');
    expect(await ask(await lookUp(world, at('success.usd')))).toBe('LOOKUP_REQUEST_FAILED');
    expect([await ask(own), await ask(own)]).toEqual([201, 201]);
    world.wall.advance(599_999);
    expect(await ask(own)).toBe(201);
    world.wall.advance(1);
    expect(await ask(own)).toBe('LOOKUP_REQUEST_FAILED');
  });

  test("until the payer's required fields are known", async () => {
    const { accountId } = await newPerson(world, { birthDate: undefined });
    const ask = (senderCustomerInfo?: object) =>
      umaQuote(world, { accountId, receiver: at('success.usd') }, senderCustomerInfo ? { senderCustomerInfo } : {});

    const refused = await ask();
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      400,
      'MISSING_MANDATORY_USER_INFO',
      { errors: [{ field: 'senderCustomerInfo.BIRTH_DATE', message: 'is required by the receiver' }] },
    ]);
    expect((await ask({ NATIONALITY: 'US', BIRTH_DATE: '' })).body.code).toBe('MISSING_MANDATORY_USER_INFO');
    expect((await ask({ BIRTH_DATE: '1990-01-01' })).status).toBe(201);
  });

  test('never for missing fields of the platform itself', async () => {
    const accountId = await accountOf(world, undefined);

    expect((await umaQuote(world, { accountId, receiver: at('success.usd') })).status).toBe(201);
  });

  test("beyond the receiver's limits, and in another currency", async () => {
    const { accountId } = await newPerson(world);
    const ask = async (more: object) => (await umaQuote(world, { accountId, receiver: at('success.usd') }, more)).body;

    expect(await ask({ lockedCurrencyAmount: 99 })).toMatchObject({
      code: 'AMOUNT_OUT_OF_RANGE',
      details: { min: 100, max: 10_000_000, currency: 'USD' },
    });
    expect((await ask({ lockedCurrencyAmount: 10_000_001 })).code).toBe('AMOUNT_OUT_OF_RANGE');
    expect((await ask({ lockedCurrencyAmount: 10_000_000 })).status).toBe('PENDING');
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: at('success.usd'), currency: 'EUR' };
    expect((await ask({ destination })).code).toBe('INVALID_CURRENCY');
  });

  test('with the first error', async () => {
    const tenant = await world.newPlatform({ currencies: ['USD', 'MXN'] });
    const { accountId } = await newPerson(tenant, { birthDate: undefined });
    const ask = async (receiver: string, more: object = {}) => {
      const lookupId = await lookUp(tenant, at('success.usd'));
      return (await tenant.rest('POST', '/quotes', { body: umaQuoteBody(accountId, receiver, { lookupId, ...more }) })).body.code;
    };

    expect(await ask('nobody', { lockedCurrencyAmount: 0 })).toBe('INVALID_AMOUNT');
    const eur = { destination: { destinationType: 'UMA_ADDRESS', umaAddress: 'nobody', currency: 'EUR' } };
    expect(await ask('nobody', eur)).toBe('INVALID_CURRENCY');
    expect(await ask('nobody', { lockedCurrencyAmount: 1 })).toBe('INVALID_UMA_ADDRESS');
    expect(await ask(at('success.mxn'), { lockedCurrencyAmount: 1 })).toBe('LOOKUP_REQUEST_FAILED');
    expect(await ask(at('success.usd'), { lockedCurrencyAmount: 1 })).toBe('MISSING_MANDATORY_USER_INFO');
  });

  test('to an account with a lookup of another one', async () => {
    const { customerId, accountId } = await newPerson(world);
    const [bank, other] = [await newBank(world, customerId), await newBank(world, customerId)];
    const of = async (id: string) => (await world.rest('GET', `/receiver/external-account/${id}`)).body.lookupId;
    const ask = async (lookupId: string) => {
      const destination = { destinationType: 'ACCOUNT', accountId: bank };
      return world.rest('POST', '/quotes', { body: { ...umaQuoteBody(accountId, ''), destination, lookupId } });
    };

    expect((await ask(await of(bank))).status).toBe(201);
    expect((await ask(await of(other))).body.code).toBe('LOOKUP_REQUEST_FAILED');
    expect((await ask(unknown)).body.code).toBe('LOOKUP_REQUEST_FAILED');
  });
});
