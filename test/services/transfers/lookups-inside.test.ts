// Lookups of internal receivers: addresses of the platform's customers, and external accounts.
import { describe, expect, test } from 'vitest';
import { accountOf, newBank, newCustomer, newSepaBank, newWallet, sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();

const lookupId = expect.stringMatching(/^Lookup:[0-9a-f-]{36}$/);

const currency = (code: string) => expect.objectContaining({ code });

async function umaOf(customerId: string): Promise<string> {
  return (await world.rest('GET', `/customers/${customerId}`)).body.umaAddress;
}

describe('an address of a customer of the platform', () => {
  test('accepts what the customer accepts, and requires what the platform requires', async () => {
    const tenant = await world.newPlatform({ currencies: ['USD', 'EUR', 'MXN'] });
    const supportedCurrencies = ['USD', 'EUR', 'MXN'].map((currencyCode) => ({
      currencyCode,
      minAmount: currencyCode === 'EUR' ? 250 : 1,
      maxAmount: currencyCode === 'EUR' ? 5_000 : 1_000_000_000_000,
      requiredCounterpartyFields: currencyCode === 'EUR' ? [{ name: 'NATIONALITY', mandatory: false }] : [],
      enabledTransactionTypes: currencyCode === 'MXN' ? ['OUTGOING'] : ['INCOMING', 'OUTGOING'],
    }));
    await tenant.rest('PATCH', '/config', { body: { supportedCurrencies } });
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada', currencies: ['EUR', 'MXN', 'USD'] };
    const { body: receiver } = await tenant.rest('POST', '/customers', { body });

    const found = await tenant.rest('GET', `/receiver/uma/${receiver.umaAddress}`);

    expect([found.status, found.body]).toEqual([
      200,
      {
        receiverUmaAddress: receiver.umaAddress,
        supportedCurrencies: [
          { currency: currency('EUR'), estimatedExchangeRate: 1, min: 250, max: 5_000 },
          { currency: currency('USD'), estimatedExchangeRate: 1, min: 1, max: 10_000_000 },
        ],
        requiredPayerDataFields: [{ name: 'NATIONALITY', mandatory: false }],
        lookupId,
      },
    ]);
  });

  test('is refused to the customer itself', async () => {
    const customerId = await newCustomer(world);
    const address = await umaOf(customerId);

    const { status, body } = await world.rest('GET', `/receiver/uma/${address}?customerId=${customerId}`);

    expect([status, body.code]).toEqual([400, 'SELF_PAYMENT']);
  });

  test('is not found if it is unused or deleted, or by other platforms', async () => {
    const customerId = await newCustomer(world);
    const address = await umaOf(customerId);
    const other = await world.newPlatform();
    const elsewhere = await other.rest('GET', `/receiver/uma/${address}`);
    await world.rest('DELETE', `/customers/${customerId}`);
    const deleted = await world.rest('GET', `/receiver/uma/${address}`);
    const nobody = await world.rest('GET', '/receiver/uma/$nobody@localhost');

    for (const { status, body } of [elsewhere, deleted, nobody]) expect([status, body.code]).toEqual([404, 'UMA_NOT_FOUND']);
  });
});

describe('an external account', () => {
  test('accepts its own currency, within the limits of platform, corridor and rails', async () => {
    const customerId = await newCustomer(world);
    const bank = await newBank(world, customerId);
    const sepa = await newSepaBank(world, customerId);
    const wallet = await newWallet(world, customerId);
    const of = async (id: string) => (await world.rest('GET', `/receiver/external-account/${id}`)).body;

    expect(await of(bank)).toEqual({
      accountId: bank,
      supportedCurrencies: [{ currency: currency('USD'), estimatedExchangeRate: 1, min: 1, max: 10_000_000 }],
      requiredPayerDataFields: [],
      lookupId,
    });
    expect((await of(sepa)).supportedCurrencies).toEqual([
      { currency: currency('EUR'), estimatedExchangeRate: 1, min: 1, max: 10_000_000 },
    ]);
    expect((await of(wallet)).supportedCurrencies).toEqual([
      { currency: currency('USDC'), estimatedExchangeRate: 1, min: 1, max: 100_000_000_000 },
    ]);
  });

  test('requires of a person across borders the fields that the record lacks', async () => {
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada', birthDate: '1990-02-03', currencies: ['USD'] };
    const { body: customer } = await world.rest('POST', '/customers', { body });
    const sepa = await newSepaBank(world, customer.id);

    const { body: found } = await world.rest('GET', `/receiver/external-account/${sepa}`);

    expect(found.requiredPayerDataFields).toEqual([
      { name: 'COUNTRY_OF_RESIDENCE', mandatory: true },
      { name: 'NATIONALITY', mandatory: false },
    ]);
  });

  test('requires nothing of the platform itself', async () => {
    const sepa = await newSepaBank(world, undefined);

    const { body } = await world.rest('GET', `/receiver/external-account/${sepa}`);

    expect(body.requiredPayerDataFields).toEqual([]);
  });

  test('requires the purpose if the corridor does', async () => {
    const accountInfo = {
      accountType: 'NGN_ACCOUNT',
      accountNumber: '0123456789',
      bankName: 'Access Bank',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
    };
    const { body: account } = await world.rest('POST', '/customers/external-accounts', {
      body: { currency: 'NGN', accountInfo },
    });

    const { body } = await world.rest('GET', `/receiver/external-account/${account.id}`);

    expect(body.requiredPayerDataFields).toEqual([{ name: 'PURPOSE_OF_PAYMENT', mandatory: true }]);
  });

  test.each(['ExternalAccount:00000000-0000-7000-8000-000000000000', 'nonsense'])('%s is not found', async (id) => {
    const { status, body } = await world.rest('GET', `/receiver/external-account/${id}`);

    expect([status, body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
  });

  test('of another platform is not found', async () => {
    const other = await world.newPlatform();
    const bank = await newBank(other, undefined);

    expect((await world.rest('GET', `/receiver/external-account/${bank}`)).status).toBe(404);
    expect((await world.rest('GET', `/receiver/external-account/${await accountOf(world, undefined)}`)).status).toBe(404);
  });
});
