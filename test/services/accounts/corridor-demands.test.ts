// What production requires of beneficiaries in each corridor, over REST.
import { describe, expect, test } from 'vitest';
import { business, heldByBusiness, individualFor, specimenOf } from './external-account-specimens.ts';
import { type Json, startAccountsWorld } from './external-accounts-world.ts';
import { realBodyOf } from './real-accounts.ts';

const world = await startAccountsWorld('production');
const platform = await world.newPlatform();

const path = '/customers/external-accounts';

describe('the corridor requires', () => {
  const named = (fields: Json = {}) => ({ beneficiaryType: 'BUSINESS', legalName: 'Neem Textiles LLP', ...fields });
  const withAddress = 'USD MXN GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED'.split(' ');
  const withPapers = 'NGN ZAR KES TZS RWF ZMW UGX BWP MWK XOF XAF'.split(' ');
  const asks = [
    ...withAddress.map((currency) => ({ currency, fields: ['address'] })),
    ...withPapers.map((currency) => ({ currency, fields: ['address', 'registrationNumber', 'taxId'] })),
    { currency: 'EUR', fields: ['address', 'registrationNumber'] },
  ];

  test.each(asks)('$fields of businesses paid in $currency', async ({ currency, fields }) => {
    const { body } = await create(realBodyOf(heldByBusiness(specimenOf(`${currency}_ACCOUNT`)), { beneficiary: named() }));

    expect([body.code, body.details]).toEqual(['INVALID_INPUT', { errors: fields.map(isRequired) }]);
  });

  test.each(['CAD', 'COP', 'GTQ', 'EGP'])('nothing of businesses paid in %s', async (currency) => {
    const own = await world.newPlatform();

    const { status } = await own.rest('POST', path, {
      body: realBodyOf(heldByBusiness(specimenOf(`${currency}_ACCOUNT`)), { beneficiary: named() }),
    });

    expect(status).toBe(201);
  });

  test.each(['GBP', 'EUR'])('the address of individuals paid in %s', async (currency) => {
    const specimen = specimenOf(`${currency}_ACCOUNT`);
    const { address: _, ...beneficiary } = individualFor(specimen);

    const { body } = await create(realBodyOf(specimen, { beneficiary }));

    expect(body.details).toEqual({ errors: [isRequired('address')] });
  });

  test('the city of every address', async () => {
    const specimen = specimenOf('USD_ACCOUNT');
    const { city: _, ...address } = Object(individualFor(specimen).address);

    const { body } = await create(realBodyOf(specimen, { beneficiary: { ...individualFor(specimen), address } }));

    expect([body.code, body.details]).toEqual(['INVALID_INPUT', { errors: [isRequired('address.city')] }]);
  });

  test('identity documents of individuals at banks in Colombia', async () => {
    const specimen = specimenOf('COP_ACCOUNT');
    const { documentType: _, documentNumber: __, ...beneficiary } = individualFor(specimen);

    const { body } = await create(realBodyOf(specimen, { beneficiary, fields: specimen.optional ?? {} }));

    expect(body.details).toEqual({ errors: ['documentType', 'documentNumber'].map(isRequired) });
  });
});

test.each([
  {
    type: 'COP_ACCOUNT',
    beneficiary: { ...individualFor(specimenOf('COP_ACCOUNT')), documentType: 'NIT', documentNumber: '213123432-2' },
    error: { field: 'accountInfo.beneficiary.documentNumber', message: 'has a wrong check digit' },
  },
  {
    type: 'CNY_ACCOUNT',
    beneficiary: { ...business, registrationNumber: '91110000600037341M' },
    error: { field: 'accountInfo.beneficiary.registrationNumber', message: 'has a wrong check digit' },
  },
  {
    type: 'USD_ACCOUNT',
    beneficiary: { ...business, phoneNumber: '+1415555' },
    error: { field: 'accountInfo.beneficiary.phoneNumber', message: 'cannot be a telephone number of this country' },
  },
])('impossible numbers of a beneficiary of $type are refused', async ({ type, beneficiary, error }) => {
  const { body } = await create(realBodyOf(heldByBusiness(specimenOf(type)), { beneficiary }));

  expect([body.code, body.details]).toEqual(['INVALID_INPUT', { errors: [error] }]);
});

test("the corridor's requirements are reported before invalid numbers, each all together", async () => {
  const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Neem' };
  const fields = { iban: 'DE88370400440532013000', swiftCode: 'CHASUS33' };

  const first = await create(realBodyOf(specimenOf('EUR_ACCOUNT'), { fields, beneficiary }));
  const second = await create(realBodyOf(specimenOf('EUR_ACCOUNT'), { fields, beneficiary: business }));

  expect([first.body.code, Object(first.body.details).errors.length]).toEqual(['INVALID_INPUT', 2]);
  expect([second.body.code, Object(second.body.details).errors.length]).toEqual(['INVALID_BANK_ACCOUNT', 2]);
});

function create(body: Json) {
  return platform.rest('POST', path, { body });
}

function isRequired(field: string): Json {
  return { field: `accountInfo.beneficiary.${field}`, message: 'is required' };
}
