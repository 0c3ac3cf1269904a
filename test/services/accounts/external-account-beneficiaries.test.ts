// Beneficiaries of external accounts through REST: what is sent comes back, and each mistake is told by itself.
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
import { startAccountsWorld } from './external-accounts-world.ts';
import { errorsIn, isRequired, path, valuesOf } from './told-errors.ts';

const world = await startAccountsWorld();
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

test.each(banks.map(({ accountType }) => accountType))('%s needs a beneficiary inside accountInfo', async (accountType) => {
  const { currency, fields } = specimenOf(accountType);
  const errors = await errorsOf({ currency, beneficiary: business, accountInfo: { accountType, ...fields } });

  expect(errors).toEqual([isRequired('accountInfo.beneficiary')]);
});
