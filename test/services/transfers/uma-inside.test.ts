// Payments to the UMA address of a customer of the same platform: announced, booked and shown on both sides.
import { describe, expect, test } from 'vitest';
import { CustomerInfoFieldName, PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { outgoing } from './event-types.ts';
import { accountOf, balancesOf, execute, findings, sharedTransfers, transaction } from './transfers-world.ts';
import { newPerson, umaQuote, usd } from './uma-world.ts';

const world = await sharedTransfers();

const start = ['PENDING', 'PROCESSING'];
const done = [...start, 'COMPLETED'];

describe('a payment to a customer of the platform', () => {
  test('moves the money internally, and both have their transaction', async () => {
    const tenant = await world.newPlatform();
    const payer = await newPerson(tenant, { amount: 5_000 });
    const receiver = await newPerson(tenant);

    const { body: made } = await umaQuote(tenant, { accountId: payer.accountId, receiver: receiver.umaAddress });
    const executed = await execute(tenant, made.id);

    expect(executed.body.status).toBe('COMPLETED');
    expect(await world.eventTypes(made.transactionId)).toEqual(outgoing(done));
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
    expect(await world.eventTypes(body.data[0].id)).toEqual(['INCOMING_PAYMENT.COMPLETED']);
    expect((await transaction(tenant, made.transactionId)).destination).toEqual({
      destinationType: 'UMA_ADDRESS',
      umaAddress: receiver.umaAddress,
      currency: 'USD',
    });
    expect(await findings(tenant)).toEqual([]);
  });

  test("needs what the platform's provider requires of the counterparty", async () => {
    const tenant = await world.newPlatform();
    const payer = await newPerson(tenant, { amount: 5_000, nationality: 'US' });
    const receiver = await newPerson(tenant);
    await tenant.internal(PlatformDirectoryService).setRequiredFields({
      currencyCode: 'USD',
      counterpartyFields: [CustomerInfoFieldName.FULL_NAME, CustomerInfoFieldName.NATIONALITY],
    });

    const refused = await umaQuote(tenant, { accountId: payer.accountId, receiver: receiver.umaAddress });
    await tenant.rest('PATCH', `/customers/${receiver.customerId}`, { body: { customerType: 'INDIVIDUAL', nationality: 'PT' } });
    const eventTypes = await umaQuote(tenant, { accountId: payer.accountId, receiver: receiver.umaAddress });

    const { status, body } = refused;
    expect([status, body.code, body.details]).toEqual([400, 'MISSING_REQUIRED_UMA_PARAMETERS', { missing: ['NATIONALITY'] }]);
    expect([eventTypes.status, eventTypes.body.counterpartyInformation?.NATIONALITY]).toEqual([201, 'PT']);
  });

  test("goes to the receiver's external account, and in the preferred currency", async () => {
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

  test('shows the receiver what its platform requires of payers, and the payer what it requires of receivers', async () => {
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

  test('is refused to themselves, and to a receiver without an account', async () => {
    const tenant = await world.newPlatform();
    const payer = await newPerson(tenant, { amount: 5_000 });
    const fresh = await tenant.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Unverified 002' } });

    const self = await umaQuote(tenant, { accountId: payer.accountId, receiver: payer.umaAddress });
    const none = await umaQuote(tenant, { accountId: payer.accountId, receiver: fresh.body.umaAddress });

    expect([self.status, self.body.code]).toEqual([400, 'SELF_PAYMENT']);
    expect([none.status, none.body.code]).toEqual([400, 'INVALID_RECEIVER']);
  });

  test('an account frozen in the meantime is not paid', async () => {
    const tenant = await world.newPlatform();
    const payer = await newPerson(tenant, { amount: 5_000 });
    const receiver = await newPerson(tenant);
    const { body: made } = await umaQuote(tenant, { accountId: payer.accountId, receiver: receiver.umaAddress });
    await tenant.rest('DELETE', `/customers/${receiver.customerId}`);

    const { status, body } = await execute(tenant, made.id);

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});
