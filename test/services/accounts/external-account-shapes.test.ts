// Every type of external account through REST: what is sent comes back, and each mistake is told by itself.
import { describe, expect, test } from 'vitest';
import {
  banks,
  bodyOf,
  business,
  heldByBusiness,
  individualFor,
  isWallet,
  requiredOf,
  specimenOf,
  specimens,
  wrongAddress,
  wrongBusiness,
  wrongPerson,
} from './external-account-specimens.ts';
import { type Json, startAccountsWorld } from './external-accounts-world.ts';

const world = await startAccountsWorld();
const platform = await world.newPlatform();
const leastOf = await world.newPlatform();
const nullsOf = await world.newPlatform();

const path = '/customers/external-accounts';

describe.each(specimens.map((specimen) => [specimen.accountType, specimen] as const))('%s', (_, specimen) => {
  test.each([
    { name: 'an individual', held: specimen, beneficiary: individualFor(specimen), holder: individualFor(specimen).fullName },
    { name: 'a business', held: heldByBusiness(specimen), beneficiary: business, holder: business.legalName },
  ])('of $name with every field is read back as it was sent', async ({ held, beneficiary, holder }) => {
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

  test('with the least that it needs belongs to the platform', async () => {
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

  test('without its fields names each that is missing', async () => {
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

  test('tells all that is wrong at once', async () => {
    const fields = Object.fromEntries(Object.entries(specimen.wrong).map(([field, [value]]) => [field, value]));
    const beneficiary = { ...business, legalName: ' ', email: 'nobody', address: { line1: 'x', postalCode: '1', country: 'gb' } };

    const errors = await errorsOf(bodyOf(heldByBusiness(specimen), { fields, beneficiary }));

    const inBeneficiary = ['legalName', 'email', 'address.country'].map((field) => `beneficiary.${field}`);
    const expected = [...Object.keys(fields), ...inBeneficiary].map((field) => `accountInfo.${field}`);
    expect(errors.map((error) => error.field).sort()).toEqual(expected.sort());
  });

  test('takes null for what is optional', async () => {
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

describe('a beneficiary', () => {
  const usd = specimenOf('USD_ACCOUNT');
  const eur = specimenOf('EUR_ACCOUNT');
  const base = specimenOf('BASE_WALLET');

  test.each(valuesOf(wrongPerson))('individual with %s = %j is refused', async (field, value) => {
    const errors = await errorsOf(bodyOf(usd, { beneficiary: { ...individualFor(usd), [field]: value } }));

    expect(errors.map((error) => error.field)).toEqual([`accountInfo.beneficiary.${field}`]);
  });

  test.each(valuesOf(wrongBusiness))('business with %s = %j is refused', async (field, value) => {
    const errors = await errorsOf(bodyOf(eur, { beneficiary: { ...business, [field]: value } }));

    expect(errors.map((error) => error.field)).toEqual([`accountInfo.beneficiary.${field}`]);
  });

  test.each(valuesOf(wrongAddress))('with address.%s = %j is refused', async (field, value) => {
    const address = { ...Object(business.address), [field]: value };
    const errors = await errorsOf(bodyOf(base, { beneficiary: { ...business, address } }));

    expect(errors.map((error) => error.field)).toEqual([`accountInfo.beneficiary.address.${field}`]);
  });

  test.each(
    specimens.flatMap((specimen) =>
      (['INDIVIDUAL', 'BUSINESS'] as const).map((kind) => ({
        type: specimen.accountType,
        specimen: kind === 'BUSINESS' ? heldByBusiness(specimen) : specimen,
        kind,
      })),
    ),
  )('$kind on $type names each field that is missing', async ({ specimen, kind }) => {
    const errors = await errorsOf(bodyOf(specimen, { beneficiary: { beneficiaryType: kind } }));

    expect(errors).toEqual(requiredOf(specimen, kind).map((field) => isRequired(`accountInfo.beneficiary.${field}`)));
  });

  test('of an unknown kind is refused', async () => {
    const errors = await errorsOf(bodyOf(usd, { beneficiary: { ...individualFor(usd), beneficiaryType: 'PERSON' } }));

    expect(errors).toEqual([
      {
        field: 'accountInfo.beneficiary.beneficiaryType',
        constraint: { enum: ['INDIVIDUAL', 'BUSINESS'] },
        message: 'is not one of the allowed values',
      },
    ]);
  });

  test('keeps nothing of the other kind', async () => {
    const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Neem', fullName: 'Ana', birthDate: 'never' };

    const { body } = await (await world.newPlatform()).rest('POST', path, { body: bodyOf(usd, { beneficiary }) });

    expect(Object(body.accountInfo).beneficiary).toEqual({ beneficiaryType: 'BUSINESS', legalName: 'Neem' });
  });
});

test('a broken rule is told with its constraint', async () => {
  const errors = await errorsOf(
    bodyOf(specimenOf('GBP_ACCOUNT'), { fields: { sortCode: '20-00-00' }, beneficiary: { beneficiaryType: 'INDIVIDUAL' } }),
  );

  expect(errors).toEqual([
    {
      field: 'accountInfo.sortCode',
      constraint: { pattern: '^[0-9]{6}$', minLength: 6, maxLength: 6 },
      message: expect.any(String),
    },
    isRequired('accountInfo.beneficiary.fullName'),
  ]);
});

test('an unknown account type is refused with all that there are', async () => {
  const errors = await errorsOf({ currency: 'USD', accountInfo: { accountType: 'US_ACCOUNT' } });

  expect(errors).toEqual([
    {
      field: 'accountInfo.accountType',
      constraint: { enum: expect.arrayContaining(specimens.map(({ accountType }) => accountType)) },
      message: 'is not one of the allowed values',
    },
  ]);
});

test('a body without anything names what it lacks', async () => {
  expect(await errorsOf({})).toEqual([isRequired('currency'), isRequired('accountInfo')]);
});

test('what is unknown, and what only answers carry, is neither kept nor shown', async () => {
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

test('IBAN and BIC are answered in capitals, all else as it was sent', async () => {
  const { body } = await (await world.newPlatform()).rest('POST', path, {
    body: bodyOf(specimenOf('EUR_ACCOUNT'), { fields: { iban: 'GB82west12345698765432' } }),
  });

  expect(Object(body.accountInfo).iban).toBe('GB82WEST12345698765432');
});

test.each(banks.map(({ accountType }) => accountType))('%s needs a beneficiary inside accountInfo', async (accountType) => {
  const { currency, fields } = specimenOf(accountType);
  const errors = await errorsOf({ currency, beneficiary: business, accountInfo: { accountType, ...fields } });

  expect(errors).toEqual([isRequired('accountInfo.beneficiary')]);
});

async function errorsOf(body: Json): Promise<Json[]> {
  const answer = await platform.rest('POST', path, { body });
  expect(answer).toMatchObject({ status: 400, body: { status: 400, code: 'INVALID_INPUT', message: expect.any(String) } });
  return Object(answer.body.details).errors;
}

function isRequired(field: string): Json {
  return { field, message: 'is required' };
}

function valuesOf(wrong: Readonly<Record<string, readonly unknown[]>>): [string, unknown][] {
  return Object.entries(wrong).flatMap(([field, values]) => values.map((value): [string, unknown] => [field, value]));
}
