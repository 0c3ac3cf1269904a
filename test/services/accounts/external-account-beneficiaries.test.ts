// Beneficiaries of external accounts over REST: requests are read back unchanged, and each mistake is reported on its own.
import { describe, expect, test } from 'vitest';
import {
  banks,
  bodyOf,
  business,
  heldByBusiness,
  individualFor,
  requiredOf,
  specimenOf,
  specimens,
  wrongAddress,
  wrongBusiness,
  wrongPerson,
} from './external-account-specimens.ts';
import { sharedAccountsWorld } from './external-accounts-world.ts';
import { errorsIn, isRequired, path, valuesOf } from './told-errors.ts';

const world = await sharedAccountsWorld();
const platform = await world.newPlatform();
const { errorsOf } = errorsIn(platform);

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
  )('$kind on $type names each missing field', async ({ specimen, kind }) => {
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

  test('drops the fields of the other kind', async () => {
    const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Neem', fullName: 'Ana', birthDate: 'never' };

    const { body } = await (await world.newPlatform()).rest('POST', path, { body: bodyOf(usd, { beneficiary }) });

    expect(Object(body.accountInfo).beneficiary).toEqual({ beneficiaryType: 'BUSINESS', legalName: 'Neem' });
  });
});

/** An account of each kind of beneficiary. */
const kinds = ['USD', 'AED', 'CAD', 'COP', 'EUR', 'GTQ', 'JMD'].map((currency) => specimenOf(`${currency}_ACCOUNT`));
const holders = [...kinds, specimenOf('BASE_WALLET')].flatMap((specimen) => [
  ...(kinds.includes(specimen) ? [{ kind: 'INDIVIDUAL', specimen, beneficiary: individualFor(specimen) }] : []),
  { kind: 'BUSINESS', specimen: heldByBusiness(specimen), beneficiary: business },
]);

describe.each(holders.map((holder) => ({ ...holder, type: holder.specimen.accountType })))(
  'the address of $kind on $type',
  (holder) => {
    const { specimen, beneficiary } = holder;
    const least = { line1: '1 High Street', postalCode: 'LS1 1AA', country: 'GB' };
    const nulls = { line2: null, city: null, state: null };

    test('can have null for its optional fields', async () => {
      const body = bodyOf(specimen, { beneficiary: { ...beneficiary, address: { ...least, ...nulls } } });

      const created = await (await world.newPlatform()).rest('POST', path, { body });

      expect(created.status).toBe(201);
      expect(Object(created.body.accountInfo).beneficiary).toEqual({ ...beneficiary, address: least });
    });

    test('cannot have null for its required fields', async () => {
      const address = { ...nulls, line1: null, postalCode: null, country: null };

      const errors = await errorsOf(bodyOf(specimen, { beneficiary: { ...beneficiary, address } }));

      const refused = Object.keys(least).map((field) => `accountInfo.beneficiary.address.${field}`);
      expect(errors).toEqual(refused.map((field) => ({ field, message: 'must not be null' })));
    });
  },
);

test.each(['AED', 'JMD'])('a required address of individuals paid in %s is missing if it is null', async (currency) => {
  const specimen = specimenOf(`${currency}_ACCOUNT`);

  const errors = await errorsOf(bodyOf(specimen, { beneficiary: { ...individualFor(specimen), address: null } }));

  expect(errors).toEqual([isRequired('accountInfo.beneficiary.address')]);
});

test('a violated rule is reported with its constraint', async () => {
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

test.each(banks.map(({ accountType }) => accountType))('%s needs a beneficiary inside accountInfo', async (accountType) => {
  const { currency, fields } = specimenOf(accountType);
  const errors = await errorsOf({ currency, beneficiary: business, accountInfo: { accountType, ...fields } });

  expect(errors).toEqual([isRequired('accountInfo.beneficiary')]);
});
