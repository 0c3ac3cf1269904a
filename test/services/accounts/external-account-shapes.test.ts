// Every external account type over REST: requests are read back unchanged, and each mistake is reported on its own.
import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  business,
  heldByBusiness,
  individualFor,
  isWallet,
  requiredOf,
  specimenOf,
  specimens,
} from './external-account-specimens.ts';
import { sharedAccountsWorld } from './external-accounts-world.ts';
import { errorsIn, isRequired, path, valuesOf } from './told-errors.ts';

const world = await sharedAccountsWorld();
const platform = await world.newPlatform();
const { errorsOf } = errorsIn(platform);
const leastOf = await world.newPlatform();
const nullsOf = await world.newPlatform();

describe.each(specimens.map((specimen) => [specimen.accountType, specimen] as const))('%s', (_, specimen) => {
  test.each([
    { name: 'an individual', held: specimen, beneficiary: individualFor(specimen), holder: individualFor(specimen).fullName },
    { name: 'a business', held: heldByBusiness(specimen), beneficiary: business, holder: business.legalName },
  ])('of $name with every field is read back unchanged', async ({ held, beneficiary, holder }) => {
    const customerId = await platform.newCustomer();
    const top = { customerId, platformAccountId: 'payee-77', ownershipType: 'THIRD_PARTY', defaultUmaDepositAccount: true };
    const body = bodyOf(held, { beneficiary, top, fields: held.optional ?? {} });

    const created = await platform.rest('POST', path, { body });

    const checked = { beneficiaryVerificationStatus: 'MATCHED', beneficiaryVerifiedData: { fullName: holder } };
    expect(created).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^ExternalAccount:[0-9a-f-]{36}$/),
        status: 'ACTIVE',
        ...body,
        ...(isWallet(specimen) ? {} : checked),
        accountInfo: { ...Object(body.accountInfo), ...(held.rails && { paymentRails: held.rails }) },
      },
    });
    expect(await platform.rest('GET', `${path}/${String(created.body.id)}`)).toEqual({ status: 200, body: created.body });
    expect((await platform.rest('GET', `${path}?customerId=${customerId}`)).body.data).toEqual([created.body]);
  });

  test('with only its required fields belongs to the platform', async () => {
    const required = requiredOf(specimen, 'INDIVIDUAL').map((field) => [field, individualFor(specimen)[field]]);
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', ...Object.fromEntries(required) };
    const body = bodyOf(specimen, isWallet(specimen) ? {} : { beneficiary });

    const created = await leastOf.rest('POST', path, { body });

    expect(created.status).toBe(201);
    expect(Object.keys(created.body).sort()).toEqual(
      [
        'accountInfo',
        'currency',
        'id',
        'status',
        ...(isWallet(specimen) ? [] : ['beneficiaryVerificationStatus', 'beneficiaryVerifiedData']),
      ].sort(),
    );
  });

  test('without its fields names each missing one', async () => {
    const { accountType, currency } = specimen;
    const errors = await errorsOf({ currency, accountInfo: { accountType } });

    const missing = [...(specimen.missing ?? Object.keys(specimen.fields)), ...(isWallet(specimen) ? [] : ['beneficiary'])];
    expect(errors).toHaveLength(missing.length);
    expect(errors).toEqual(expect.arrayContaining(missing.map((field) => isRequired(`accountInfo.${field}`))));
  });

  test.each(valuesOf(specimen.wrong))('refuses %s = %j', async (field, value) => {
    const errors = await errorsOf(bodyOf(specimen, { fields: { [field]: value } }));

    expect(errors.map((error) => error.field)).toContain(`accountInfo.${field}`);
    expect(errors.filter((error) => error.field === `accountInfo.${field}`)).toHaveLength(1);
  });

  test('reports all invalid fields together', async () => {
    const fields = Object.fromEntries(Object.entries(specimen.wrong).map(([field, [value]]) => [field, value]));
    const beneficiary = { ...business, legalName: ' ', email: 'nobody', address: { line1: 'x', postalCode: '1', country: 'gb' } };

    const errors = await errorsOf(bodyOf(heldByBusiness(specimen), { fields, beneficiary }));

    const inBeneficiary = ['legalName', 'email', 'address.country'].map((field) => `beneficiary.${field}`);
    const expected = [...Object.keys(fields), ...inBeneficiary].map((field) => `accountInfo.${field}`);
    expect(errors.map((error) => error.field).sort()).toEqual(expected.sort());
  });

  test('accepts null for optional fields', async () => {
    const held = heldByBusiness(specimen);
    const optional = Object.keys(held.optional ?? {}).map((field) => [field, null]);
    const top = { customerId: null, platformAccountId: null, ownershipType: null, defaultUmaDepositAccount: null };
    const beneficiary = { ...business, registrationNumber: null, taxId: null, email: null, phoneNumber: null, address: null };
    const body = bodyOf(held, { top, beneficiary, fields: Object.fromEntries(optional) });

    const { status, body: created } = await nullsOf.rest('POST', path, { body });

    expect(status).toBe(201);
    expect(JSON.stringify(created)).not.toContain('null');
    expect(Object(created.accountInfo).beneficiary).toEqual({
      beneficiaryType: 'BUSINESS',
      legalName: business.legalName,
      countryOfResidence: business.countryOfResidence,
    });
  });
});

test('an empty body names the missing fields', async () => {
  expect(await errorsOf({})).toEqual([isRequired('currency'), isRequired('accountInfo')]);
});

test('unknown and read-only fields are neither stored nor shown', async () => {
  const fields = { paymentRails: ['SWIFT'], countries: ['US'], platformAccountId: 'inside', swiftBic: 'X' };

  const { body } = await (await world.newPlatform()).rest('POST', path, {
    body: bodyOf(specimenOf('USD_ACCOUNT'), { fields, top: { id: 'mine', status: 'INACTIVE', nickname: 'x' } }),
  });

  expect(Object.keys(body)).not.toContain('nickname');
  expect(body.status).toBe('ACTIVE');
  expect(Object.keys(Object(body.accountInfo)).sort()).toEqual([
    'accountNumber',
    'accountType',
    'beneficiary',
    'paymentRails',
    'routingNumber',
  ]);
  expect(Object(body.accountInfo).paymentRails).toEqual(['ACH', 'WIRE', 'RTP', 'FEDNOW']);
});

test('IBAN and BIC are returned in capitals, everything else as sent', async () => {
  const { body } = await (await world.newPlatform()).rest('POST', path, {
    body: bodyOf(specimenOf('EUR_ACCOUNT'), { fields: { iban: 'GB82west12345698765432' } }),
  });

  expect(Object(body.accountInfo).iban).toBe('GB82WEST12345698765432');
});
