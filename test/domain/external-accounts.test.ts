// The pure rules of external accounts: rails, identity, suffixes.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { ExternalAccountInfoSchema } from '../../gen/payments/accounts/v1/external_account_info_pb.ts';
import {
  ExternalAccountStatus,
  BeneficiaryVerificationStatus as Status,
} from '../../gen/payments/accounts/v1/external_account_pb.ts';
import { PaymentRail } from '../../gen/payments/common/v1/payment_pb.ts';
import type { AccountInfo } from '../../services/accounts/domain/external/account-type.ts';
import { identityOf, primaryIdentifierOf, settled } from '../../services/accounts/domain/external/identifiers.ts';
import { sandboxNameCheck } from '../../services/accounts/domain/external/name-check.ts';
import { railProblems, railsOf } from '../../services/accounts/domain/external/rails.ts';
import { externalAccountMoves } from '../../services/accounts/domain/external/status.ts';

const { UPI, NEFT, RTGS, ACH, WIRE, RTP, FEDNOW, SWIFT } = PaymentRail;
const ifsc = 'KKBK0004217';

describe('rails', () => {
  test.each([
    { given: inr({ vpa: 'a@upi' }), rails: [UPI] },
    { given: inr({ accountNumber: '123456789', ifsc, rail: 'NEFT' }), rails: [NEFT] },
    { given: inr({ accountNumber: '123456789', ifsc, rail: 'RTGS' }), rails: [RTGS] },
    { given: inr({ vpa: 'a@upi', accountNumber: '123456789', ifsc, rail: 'RTGS' }), rails: [UPI, RTGS] },
    { given: usd({}), rails: [ACH, WIRE, RTP, FEDNOW] },
    { given: swift({ iban: 'DE89370400440532013000' }), rails: [SWIFT] },
    { given: swift({ accountNumber: '1', iban: 'DE89370400440532013000' }), rails: [SWIFT] },
  ])('the present fields select them ($#)', ({ given, rails }) => {
    expect(railsOf(given)).toEqual(rails);
    expect(railProblems(given)).toEqual([]);
  });

  test.each([
    { given: inr({}), missing: ['vpa'] },
    { given: inr({ accountNumber: '123456789' }), missing: ['ifsc', 'rail'] },
    { given: inr({ accountNumber: '123456789', rail: 'NEFT' }), missing: ['ifsc'] },
    { given: swift({}), missing: ['accountNumber'] },
  ])('the missing fields of the nearest rail are named ($#)', ({ given, missing }) => {
    expect(railProblems(given)).toEqual(missing.map((field) => ({ field, message: 'is required' })));
  });
});

describe('identity', () => {
  test.each([
    { one: usd({ accountNumber: '12-34 5' }), other: usd({ accountNumber: '12345' }), why: 'separators do not count' },
    { one: usd({ bankName: 'A' }), other: usd({ bankName: 'B' }), why: 'the bank is known by its number' },
    { one: base('0xAbCdEf'), other: base('0xabcdef'), why: 'hexadecimal has no case' },
    { one: inr({ vpa: 'Asha@upi' }), other: inr({ vpa: 'asha@UPI' }), why: 'a UPI address has no case' },
  ])('two accounts are the same: $why', ({ one, other }) => {
    expect(identityOf('X', one)).toBe(identityOf('X', other));
  });

  test.each([
    { one: usd({}), other: usd({ routingNumber: '021000021' }), why: 'another bank' },
    { one: solana('AbC'), other: solana('aBC'), why: 'base58 has case' },
    { one: inr({ vpa: 'a.b@upi' }), other: inr({ vpa: 'ab@upi' }), why: 'dots are part of a name' },
    { one: ngn('Access Bank'), other: ngn('Zenith Bank'), why: 'the bank has a name only' },
    { one: solana('abc'), other: base('abc'), why: 'another type' },
  ])('two accounts differ: $why', ({ one, other }) => {
    expect(identityOf('X', one)).not.toBe(identityOf('X', other));
  });

  test('the same coordinates in another currency are another account', () => {
    expect(identityOf('USDC', solana('abc'))).not.toBe(identityOf('USDT', solana('abc')));
  });

  test('of several primary identifiers the first present one counts', () => {
    expect(primaryIdentifierOf(inr({ vpa: 'a@upi', accountNumber: '123456789' }))).toBe('a@upi');
    expect(primaryIdentifierOf(inr({ accountNumber: '123456789' }))).toBe('123456789');
  });
});

test('an account is stored with IBAN and BIC in capitals, and the request stays unchanged', () => {
  const given = create(ExternalAccountInfoSchema, {
    info: { case: 'eurAccount', value: { iban: 'GB82west12345698765432', swiftCode: 'DEUTDEFF' } },
  });

  const kept = settled(given);

  expect(kept.info.value).toMatchObject({
    iban: 'GB82WEST12345698765432',
    paymentRails: [PaymentRail.SEPA, PaymentRail.SEPA_INSTANT],
  });
  expect(given.info.value).toMatchObject({ iban: 'GB82west12345698765432', paymentRails: [] });
});

test.each([
  { suffix: '102', result: { status: Status.NOT_MATCHED } },
  { suffix: '103', result: { status: Status.PARTIAL_MATCH, verifiedName: 'Zoë ' } },
  { suffix: '104', result: { status: Status.PENDING } },
  { suffix: '106', result: { status: Status.UNSUPPORTED } },
  { suffix: '107', result: { status: Status.CHECKED_BY_RECEIVING_FI } },
  { suffix: '101', result: { status: Status.MATCHED, verifiedName: 'Zoë 𝒳' } },
  { suffix: '002', result: { status: Status.MATCHED, verifiedName: 'Zoë 𝒳' } },
])('the sandbox verifies a name by the suffix $suffix', ({ suffix, result }) => {
  expect(sandboxNameCheck(suffix, 'Zoë 𝒳')).toEqual(result);
});

test('an account changes state only along its table', () => {
  const nameOf = (status: number) => Object.entries(ExternalAccountStatus).find(([, number]) => number === status)?.[0];
  const allowed = Object.entries(externalAccountMoves).flatMap(([from, moves]) =>
    Object.entries(moves).map(([event, to]) => `${nameOf(Number(from))} --${event}--> ${nameOf(to)}`),
  );

  expect(allowed).toEqual([
    'PENDING --cleared--> ACTIVE',
    'PENDING --flagged--> UNDER_REVIEW',
    'ACTIVE --flagged--> UNDER_REVIEW',
    'ACTIVE --disabled--> INACTIVE',
    'PENDING_OWNERSHIP_VERIFICATION --proven--> ACTIVE',
    'PENDING_OWNERSHIP_VERIFICATION --proofFailed--> UNVERIFIED',
    'UNVERIFIED --challenged--> PENDING_OWNERSHIP_VERIFICATION',
    'UNDER_REVIEW --cleared--> ACTIVE',
    'UNDER_REVIEW --refused--> INACTIVE',
    'UNDER_REVIEW --disabled--> INACTIVE',
    'INACTIVE --enabled--> ACTIVE',
  ]);
});

type InfoInit = NonNullable<MessageInitShape<typeof ExternalAccountInfoSchema>['info']>;

function made(info: InfoInit): AccountInfo {
  const account = create(ExternalAccountInfoSchema, { info });
  if (account.info.case === undefined) throw new Error('The account has no type.');
  return account.info;
}

function inr(value: { vpa?: string; accountNumber?: string; ifsc?: string; rail?: string }): AccountInfo {
  return made({ case: 'inrAccount', value });
}

function usd(value: { accountNumber?: string; routingNumber?: string; bankName?: string }): AccountInfo {
  return made({ case: 'usdAccount', value: { accountNumber: '1', routingNumber: '121000358', ...value } });
}

function swift(value: { accountNumber?: string; iban?: string }): AccountInfo {
  return made({ case: 'swiftAccount', value: { country: 'FR', swiftCode: 'DEUTDEFF', bankName: 'Bank', ...value } });
}

function ngn(bankName: string): AccountInfo {
  return made({ case: 'ngnAccount', value: { bankName, accountNumber: '0123456789' } });
}

function base(address: string): AccountInfo {
  return made({ case: 'baseWallet', value: { address } });
}

function solana(address: string): AccountInfo {
  return made({ case: 'solanaWallet', value: { address } });
}
