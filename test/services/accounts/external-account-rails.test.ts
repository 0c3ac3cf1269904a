// Requirements of single account types beyond the common rules: fields by rail, documents, bank names.
import { expect, test } from 'vitest';
import { bodyOf, business, specimenOf } from './external-account-specimens.ts';
import { type Json, sharedAccountsWorld } from './external-accounts-world.ts';

const world = await sharedAccountsWorld();
const platform = await world.newPlatform();

const path = '/customers/external-accounts';

test.each([
  { why: 'nothing but the type', fields: {}, missing: ['vpa'] },
  { why: 'an account number alone', fields: { accountNumber: '50100482913' }, missing: ['ifsc', 'rail'] },
  { why: 'no IFSC', fields: { accountNumber: '50100482913', rail: 'NEFT' }, missing: ['ifsc'] },
  { why: 'no rail', fields: { accountNumber: '50100482913', ifsc: 'KKBK0004217' }, missing: ['rail'] },
])('INR with $why lacks $missing', async ({ fields, missing }) => {
  const errors = await errorsOf(bodyOf(specimenOf('INR_ACCOUNT'), { fields: { vpa: undefined, ...fields } }));

  expect(errors).toEqual(missing.map((field) => isRequired(`accountInfo.${field}`)));
});

test.each([
  { fields: { vpa: undefined, accountNumber: '50100482913', ifsc: 'KKBK0004217', rail: 'RTGS' }, rails: ['RTGS'] },
  { fields: { vpa: undefined, accountNumber: '50100482913', ifsc: 'KKBK0004217', rail: 'NEFT' }, rails: ['NEFT'] },
  { fields: { accountNumber: '50100482913', ifsc: 'KKBK0004217', rail: 'NEFT' }, rails: ['UPI', 'NEFT'] },
])('INR returns the rails with complete fields: $rails', async ({ fields, rails }) => {
  const { body } = await (await world.newPlatform()).rest('POST', path, { body: bodyOf(specimenOf('INR_ACCOUNT'), { fields }) });

  expect(Object(body.accountInfo).paymentRails).toEqual(rails);
});

test.each([
  { type: 'BDT_ACCOUNT', fields: { accountNumber: undefined }, missing: ['accountNumber'] },
  { type: 'BDT_ACCOUNT', fields: { accountNumber: undefined, phoneNumber: '+8801712345678' }, missing: [] },
  { type: 'COP_ACCOUNT', fields: { phoneNumber: undefined, accountNumber: '24098765433' }, missing: ['bankAccountType'] },
  { type: 'EGP_ACCOUNT', fields: { iban: undefined }, missing: ['iban'] },
  { type: 'PKR_ACCOUNT', fields: { accountNumber: undefined, iban: 'PK36SCBL0000001123456702' }, missing: [] },
  { type: 'SLV_ACCOUNT', fields: { phoneNumber: undefined, bankAccountType: 'SAVINGS' }, missing: ['accountNumber'] },
])('$type with $fields lacks $missing', async ({ type, fields, missing }) => {
  const body = bodyOf(specimenOf(type), { fields });
  const { status, body: answer } = await (await world.newPlatform()).rest('POST', path, { body });

  expect(status).toBe(missing.length ? 400 : 201);
  expect(Object(answer.details).errors ?? []).toEqual(missing.map((field) => isRequired(`accountInfo.${field}`)));
});

test.each([
  {
    who: 'a person at a bank',
    more: { fields: { bankName: 'Bank of China' } },
    wrong: 'bankName',
    allowed: ['AliPay', 'WechatPay'],
  },
  { who: 'a business at AliPay', more: { beneficiary: business }, wrong: 'beneficiary.beneficiaryType', allowed: ['INDIVIDUAL'] },
  {
    who: 'a person with an account number',
    more: { fields: { phoneNumber: undefined, accountNumber: '6222021234567890456' } },
    wrong: 'beneficiary.beneficiaryType',
    allowed: ['BUSINESS'],
  },
])('CNY pays individuals on AliPay and WechatPay, businesses at banks: not $who', async ({ more, wrong, allowed }) => {
  const errors = await errorsOf(bodyOf(specimenOf('CNY_ACCOUNT'), more));

  expect(errors).toEqual([
    { field: `accountInfo.${wrong}`, constraint: { enum: allowed }, message: 'is not one of the allowed values' },
  ]);
});

test.each([
  { given: { documentType: 'NIT' }, missing: 'documentNumber' },
  { given: { documentNumber: '1020304050' }, missing: 'documentType' },
])('documents in Colombia need type and number together: $given', async ({ given, missing }) => {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ana', ...given };
  const errors = await errorsOf(bodyOf(specimenOf('COP_ACCOUNT'), { beneficiary }));

  expect(errors).toEqual([isRequired(`accountInfo.beneficiary.${missing}`)]);
});

test.each([
  { field: 'documentType', value: 'DNI', of: 'COP_ACCOUNT', beside: { documentNumber: '1' } },
  { field: 'documentNumber', value: 'x'.repeat(51), of: 'COP_ACCOUNT', beside: { documentType: 'CC' } },
  { field: 'registrationNumber', value: 'x'.repeat(256), of: 'CAD_ACCOUNT', beside: {} },
])('$field = $value of an individual on $of is refused', async ({ field, value, of, beside }) => {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ana', ...beside, [field]: value };
  const errors = await errorsOf(bodyOf(specimenOf(of), { beneficiary }));

  expect(errors.map((error) => error.field)).toEqual([`accountInfo.beneficiary.${field}`]);
});

test.each([
  { swiftCode: 'DBSSSGSG', sent: undefined, bankName: 'DBS Bank Ltd' },
  { swiftCode: 'OCBCSGSGXXX', sent: undefined, bankName: 'OCBC Bank' },
  { swiftCode: 'UOVBSGSG', sent: 'UOB', bankName: 'UOB' },
  { swiftCode: 'CITISGSG', sent: undefined, bankName: undefined },
])('the name of the bank $swiftCode in Singapore is $bankName when $sent is sent', async ({ swiftCode, sent, bankName }) => {
  const { body } = await (await world.newPlatform()).rest('POST', path, {
    body: bodyOf(specimenOf('SGD_ACCOUNT'), { fields: { swiftCode, bankName: sent } }),
  });

  expect(Object(body.accountInfo).bankName).toBe(bankName);
});

test('SWIFT accepts an IBAN instead of a number, and needs one of the two', async () => {
  const swift = specimenOf('SWIFT_ACCOUNT');
  const iban = { accountNumber: undefined, iban: 'GB82WEST12345698765432' };

  const { status } = await (await world.newPlatform()).rest('POST', path, { body: bodyOf(swift, { fields: iban }) });
  const errors = await errorsOf(bodyOf(swift, { fields: { accountNumber: undefined } }));

  expect(status).toBe(201);
  expect(errors).toEqual([isRequired('accountInfo.accountNumber')]);
});

async function errorsOf(body: Json): Promise<Json[]> {
  const answer = await platform.rest('POST', path, { body });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  return Object(answer.body.details).errors;
}

function isRequired(field: string): Json {
  return { field, message: 'is required' };
}
