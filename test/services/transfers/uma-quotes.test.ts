// Quotes to UMA addresses: what is told, what is refused and in which order, and payments between customers.
import { describe, expect, test } from 'vitest';
import { accountOf, balancesOf, execute, findings, newBank, startTransfers, transaction } from './transfers-world.ts';
import { at, lookUp, newPerson, umaQuote, umaQuoteBody } from './uma-world.ts';

const world = await startTransfers();
const outgoing = (told: string[]) => told.map((type) => `OUTGOING_PAYMENT.${type}`);

const start = ['PENDING', 'PROCESSING'];
const done = [...start, 'COMPLETED'];

test('a payment is executed at once, where that is asked for', async () => {
  const { accountId } = await newPerson(world, { amount: 5_000 });

  const { status, body } = await umaQuote(world, { accountId, receiver: at('success.usd') }, { immediatelyExecute: true });

  expect([status, body.status]).toEqual([201, 'COMPLETED']);
  expect(await world.told(body.transactionId)).toEqual(outgoing(done));
});

test('a payment is found by the address that it goes to', async () => {
  const tenant = await world.newPlatform();
  const { accountId } = await newPerson(tenant);
  const { body: made } = await umaQuote(tenant, { accountId, receiver: at('success.usd') });

  const { body } = await tenant.rest('GET', `/transactions?receiverAccountIdentifier=${at('success.usd')}`);

  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([made.transactionId]);
});

describe('what the platform asks of the other side', () => {
  test('is told on the quote and on its transaction', async () => {
    const tenant = await world.newPlatform({ currencies: ['USD'] });
    const fields = [
      { name: 'FULL_NAME', mandatory: true },
      { name: 'NATIONALITY', mandatory: false },
    ];
    await tenant.rest('PATCH', '/config', { body: { supportedCurrencies: [usd(fields)] } });
    const { accountId } = await newPerson(tenant);

    const { body: made } = await umaQuote(tenant, { accountId, receiver: at('success.usd') });

    const told = { FULL_NAME: 'Sandbox Counterparty', NATIONALITY: 'US' };
    expect(made.counterpartyInformation).toEqual(told);
    expect((await transaction(tenant, made.transactionId)).counterpartyInformation).toEqual(told);
  });
});

function usd(requiredCounterpartyFields: object[] = []) {
  const enabledTransactionTypes = ['INCOMING', 'OUTGOING'];
  return { currencyCode: 'USD', minAmount: 1, maxAmount: 1_000_000_000, requiredCounterpartyFields, enabledTransactionTypes };
}

describe('a quote is refused', () => {
  const unknown = 'Lookup:00000000-0000-7000-8000-000000000000';

  test('without a look-up, and with one that is no id', async () => {
    const { accountId } = await newPerson(world);
    const body = umaQuoteBody(accountId, at('success.usd'));

    for (const more of [{}, { lookupId: 'x' }, { lookupId: 'Quote:00000000-0000-7000-8000-000000000000' }]) {
      const answer = await world.rest('POST', '/quotes', { body: { ...body, ...more } });
      expect([answer.status, answer.body.code, answer.body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'lookupId']);
    }
  });

  test.each([
    ['to a malformed address', 'nobody', 'INVALID_UMA_ADDRESS'],
    ['by an unknown look-up', at('success.usd'), 'LOOKUP_REQUEST_FAILED'],
  ])('%s', async (_, receiver, code) => {
    const { accountId } = await newPerson(world);

    const { status, body } = await world.rest('POST', '/quotes', {
      body: umaQuoteBody(accountId, receiver, { lookupId: unknown }),
    });

    expect([status, body.code]).toEqual([400, code]);
  });

  test('by a look-up of another receiver, of another platform, or past its ten minutes', async () => {
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

  test('until the receiver knows what it wants to know of the payer', async () => {
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

  test('never for what is not known of the platform itself', async () => {
    const accountId = await accountOf(world, undefined);

    expect((await umaQuote(world, { accountId, receiver: at('success.usd') })).status).toBe(201);
  });

  test('beyond what the receiver takes, and in another currency', async () => {
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

  test('for the first thing that is wrong', async () => {
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

  test('to an account by a look-up of another one', async () => {
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

describe('a payment to a customer of the platform', () => {
  test('moves the money inside, and both have their transaction', async () => {
    const tenant = await world.newPlatform();
    const payer = await newPerson(tenant, { amount: 5_000 });
    const receiver = await newPerson(tenant);

    const { body: made } = await umaQuote(tenant, { accountId: payer.accountId, receiver: receiver.umaAddress });
    const executed = await execute(tenant, made.id);

    expect(executed.body.status).toBe('COMPLETED');
    expect(await world.told(made.transactionId)).toEqual(outgoing(done));
    expect(await balancesOf(tenant, payer.accountId)).toEqual([4_000, 4_000]);
    expect(await balancesOf(tenant, receiver.accountId)).toEqual([1_000, 1_000]);
    const { body } = await tenant.rest('GET', `/transactions?customerId=${receiver.customerId}`);
    expect(body.data).toEqual([
      expect.objectContaining({
        type: 'INCOMING',
        status: 'COMPLETED',
        direction: 'CREDIT',
        quoteId: made.id,
        source: { sourceType: 'UMA_ADDRESS', umaAddress: payer.umaAddress, currency: 'USD' },
        destination: { destinationType: 'ACCOUNT', accountId: receiver.accountId, currency: 'USD' },
        receivedAmount: expect.objectContaining({ amount: 1_000 }),
      }),
    ]);
    expect(await world.told(body.data[0].id)).toEqual(['INCOMING_PAYMENT.COMPLETED']);
    expect((await transaction(tenant, made.transactionId)).destination).toEqual({
      destinationType: 'UMA_ADDRESS',
      umaAddress: receiver.umaAddress,
      currency: 'USD',
    });
    expect(await findings(tenant)).toEqual([]);
  });

  test('goes to the account outside that the receiver chose, and to the preferred currency', async () => {
    const tenant = await world.newPlatform();
    const payer = await newPerson(tenant, { amount: 5_000 });
    const receiver = await newPerson(tenant, { currencies: ['EUR', 'USD'], currency: 'EUR' });
    const accountInfo = {
      accountType: 'EUR_ACCOUNT',
      iban: 'DE89370400440532013999',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada', countryOfResidence: 'DE' },
    };
    const { body: bank } = await tenant.rest('POST', '/customers/external-accounts', {
      body: { currency: 'EUR', customerId: receiver.customerId, defaultUmaDepositAccount: true, accountInfo },
    });

    const toBank = await umaQuote(tenant, { accountId: payer.accountId, receiver: receiver.umaAddress });
    await execute(tenant, toBank.body.id);

    expect(toBank.body.receivingCurrency.code).toBe('EUR');
    const { body } = await tenant.rest('GET', `/transactions?customerId=${receiver.customerId}`);
    expect(body.data.map(({ status, destination }: never) => [status, destination])).toEqual([
      ['COMPLETED', { destinationType: 'ACCOUNT', accountId: bank.id, currency: 'EUR' }],
    ]);
    expect(await balancesOf(tenant, receiver.accountId)).toEqual([0, 0]);
    const usdDestination = { destinationType: 'UMA_ADDRESS', umaAddress: receiver.umaAddress, currency: 'USD' };
    const inside = await umaQuote(
      tenant,
      { accountId: payer.accountId, receiver: receiver.umaAddress },
      { destination: usdDestination },
    );
    await execute(tenant, inside.body.id);
    expect(await balancesOf(tenant, await accountOf(tenant, receiver.customerId, 'USD'))).toEqual([1_000, 1_000]);
    expect(await findings(tenant)).toEqual([]);
  });

  test('tells the receiver what its platform asks of payers, and the payer what it asks of receivers', async () => {
    const tenant = await world.newPlatform({ currencies: ['USD'] });
    await tenant.rest('PATCH', '/config', { body: { supportedCurrencies: [usd([{ name: 'BIRTH_DATE', mandatory: true }])] } });
    const payer = await newPerson(tenant, { amount: 5_000, birthDate: '1980-01-01' });
    const receiver = await newPerson(tenant, { birthDate: '1970-01-01' });

    const { body: made } = await umaQuote(tenant, { accountId: payer.accountId, receiver: receiver.umaAddress });
    await execute(tenant, made.id);

    expect(made.counterpartyInformation).toEqual({ BIRTH_DATE: '1970-01-01' });
    const { body } = await tenant.rest('GET', `/transactions?customerId=${receiver.customerId}`);
    expect(body.data[0].counterpartyInformation).toEqual({ BIRTH_DATE: '1980-01-01' });
  });

  test('is refused to themselves, and to one who has no account', async () => {
    const tenant = await world.newPlatform();
    const payer = await newPerson(tenant, { amount: 5_000 });
    const fresh = await tenant.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Unverified 002' } });

    const self = await umaQuote(tenant, { accountId: payer.accountId, receiver: payer.umaAddress });
    const none = await umaQuote(tenant, { accountId: payer.accountId, receiver: fresh.body.umaAddress });

    expect([self.status, self.body.code]).toEqual([400, 'SELF_PAYMENT']);
    expect([none.status, none.body.code]).toEqual([400, 'INVALID_RECEIVER']);
  });

  test('an account that was frozen meanwhile is not paid', async () => {
    const tenant = await world.newPlatform();
    const payer = await newPerson(tenant, { amount: 5_000 });
    const receiver = await newPerson(tenant);
    const { body: made } = await umaQuote(tenant, { accountId: payer.accountId, receiver: receiver.umaAddress });
    await tenant.rest('DELETE', `/customers/${receiver.customerId}`);

    const { status, body } = await execute(tenant, made.id);

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});

test('realtime funding may pay an address', async () => {
  const { customerId } = await newPerson(world);
  const source = { sourceType: 'REALTIME_FUNDING', customerId, currency: 'EUR' };

  const { status, body } = await umaQuote(world, { accountId: '', receiver: at('success.usd') }, { source });

  expect([status, body.status, body.paymentInstructions.length > 0]).toEqual([201, 'PENDING', true]);
});
