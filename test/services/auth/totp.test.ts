// Codes of authenticator apps as RFC 6238 has them.
import { describe, expect, test } from 'vitest';
import { recoveryBytes, recoveryCodesFrom, recoveryHash, stepOf, totpUri } from '../../../services/auth/domain/sca/totp.ts';

const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1_000);

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
const vectors: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test.each(vectors)('at %i seconds the code is %s', (seconds, code) => {
  expect(stepOf(code, { secret, usedStep: 0 }, at(seconds))).toBe(Math.floor(seconds / 30));
});

describe('the code of the step from 1111111110 seconds on is valid', () => {
  const step = 37_037_037;
  const cases: [string, number, boolean][] = [
    ['two steps before', 1_111_111_079, false],
    ['at the first second of the step before', 1_111_111_080, true],
    ['at its first second', 1_111_111_110, true],
    ['at its last second', 1_111_111_139, true],
    ['at the last second of the step after', 1_111_111_169, true],
    ['two steps after', 1_111_111_170, false],
  ];
  test.each(cases)('%s', (_, seconds, isValid) => {
    expect(stepOf('050471', { secret, usedStep: 0 }, at(seconds))).toBe(isValid ? step : undefined);
  });

  test('unless its step, or a later one, was used', () => {
    const attempt = (usedStep: number) => stepOf('050471', { secret, usedStep }, at(1_111_111_111));

    expect([attempt(step - 1), attempt(step), attempt(step + 1)]).toEqual([step, undefined, undefined]);
  });
});

test.each(['', '05047', '0504711', '05047a', ' 050471', '٠٥٠٤٧١'])('%j is no code', (code) => {
  expect(stepOf(code, { secret, usedStep: 0 }, at(1_111_111_111))).toBeUndefined();
});

test('an app gets the secret by a URI', () => {
  expect(totpUri({ issuer: 'Ada & Söhne', account: 'ada+1@example.com', secret })).toBe(
    'otpauth://totp/Ada%20%26%20S%C3%B6hne:ada%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Ada%20%26%20S%C3%B6hne',
  );
});

test('there are ten recovery codes, whose hashes depend on the secret', () => {
  const codes = recoveryCodesFrom(Buffer.from(Array.from({ length: recoveryBytes }, (_, i) => i)));

  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
  expect(recoveryHash(codes[0] ?? '', secret)).not.toBe(recoveryHash(codes[0] ?? '', Buffer.alloc(20)));
});
