// Check digits and addresses against the examples of their specifications.
import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { ExternalAccountInfoSchema } from '../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { AccountInfo } from '../../services/accounts/domain/external/account-type.ts';
import { ibanProblem, routingProblem } from '../../services/accounts/domain/external/strict/bank-numbers.ts';
import {
  isEvmAddress,
  isSolanaAddress,
  isSparkAddress,
  isTronAddress,
} from '../../services/accounts/domain/external/strict/chain-addresses.ts';
import { invoiceProblem } from '../../services/accounts/domain/external/strict/lightning.ts';
import {
  isChineseBusinessNumber,
  isColombianTaxNumber,
} from '../../services/accounts/domain/external/strict/national-numbers.ts';

describe('addresses', () => {
  // EIP-55, "Test Cases".
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s is an example of EIP-55', (address) => {
    expect(isEvmAddress(address)).toBe(true);
  });

  test.each([
    { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', is: isEvmAddress },
    { address: '1111111111111111111111111111111', is: isSolanaAddress },
    { address: 'So1111111111111111111111111111111111111l02', is: isSolanaAddress },
    { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', is: isTronAddress },
    { address: 'sparkrt1pgssyvffdmqfap9wm9scyfqmtfrgwvsvyz3ktxp3rxzl0hfwrjd6ygvuaqs9zf', is: isSparkAddress },
  ])('$address is invalid', ({ address, is }) => {
    expect(is(address)).toBe(false);
  });

  test.each([
    { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', is: isSolanaAddress },
    { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', is: isTronAddress },
    { address: 'spark1pgssy5clucrgzdzs85njxyejylyx0ty05myrc5m7nfzv83dahh93lcehsum28d', is: isSparkAddress },
  ])('$address is valid', ({ address, is }) => {
    expect(is(address)).toBe(true);
  });
});

test.each([
  { check: (iban: string) => ibanProblem(iban, swiftIn('GB')), right: 'GB82WEST12345698765432', wrong: 'GB82WEST12345698765433' },
  { check: routingProblem, right: '021000021', wrong: '021000022' },
  { check: routingProblem, right: '121000358', wrong: '990000008' },
])('check digits distinguish $right from $wrong', ({ check, right, wrong }) => {
  expect([check(right), check(wrong)]).toEqual([undefined, expect.any(String)]);
});

test.each([
  { is: isColombianTaxNumber, right: ['213123432-1', '800197268-4'], wrong: ['213123432-2', '1', 'A00197268-4'] },
  {
    is: isChineseBusinessNumber,
    right: ['91110000600037341L'],
    wrong: ['91110000600037341M', '9111000060003734', '9111000060003734IL'],
  },
])('business numbers end with a check digit ($#)', ({ is, right, wrong }) => {
  expect([...right, ...wrong].map(is)).toEqual([...right.map(() => true), ...wrong.map(() => false)]);
});

describe('an invoice', () => {
  // BOLT 11, "Examples": any amount; 2500 micro-bitcoin with an expiry of a minute; 20 milli-bitcoin on a test network.
  const anyAmount =
    'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql';
  const aMinute =
    'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh';
  const written = 1_496_314_658;

  test.each([
    { invoice: anyAmount, after: 3599, problem: undefined },
    { invoice: anyAmount, after: 3600, problem: 'has expired' },
    { invoice: aMinute, after: 59, problem: undefined },
    { invoice: aMinute, after: 60, problem: 'has expired' },
    { invoice: aMinute.toUpperCase(), after: 0, problem: undefined },
  ])('$after seconds after it was written: $problem', ({ invoice, after, problem }) => {
    expect(invoiceProblem(invoice, new Date((written + after) * 1000))).toBe(problem);
  });
});

function swiftIn(country: string): AccountInfo {
  const { info } = create(ExternalAccountInfoSchema, { info: { case: 'swiftAccount', value: { country } } });
  if (info.case === undefined) throw new Error('The account has no type.');
  return info;
}
