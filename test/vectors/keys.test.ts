// Keys in the encodings of wallets.
import { expect, test } from 'vitest';
import { compressed, pointOf, publicPoint } from '../../services/auth/domain/wallet/keys.ts';
import { nonceOf } from '../../services/auth/domain/wallet/nonce.ts';
import { base58check } from '../../services/kit/core/base58check.ts';
import { scalarOf } from './fixtures.ts';

const publicOf = (label: string) => publicPoint(scalarOf(label)).toString('hex');

test.each([
  ['quorum', '03c3a72afa26eecfac7f2388dce3c7b8a6394b52276bae5a4fef620bd8e89dfde6'],
  ['enclave', '020341502e60d6d929d469287747087d26e8d920058083b2dd10eebb59d1bcc920'],
  ['tek', '02636710f1788be6eaa4a3bc4622645ade35b7b13577e05ee2289a96b3fa65c102'],
  ['session', '02de05350022befb8d1088f5ef8334f3aea3a1bd419df29862bcebcac762a7c40b'],
  ['legacy-client', '030e1214c1f22143fed615dae869576f4afdda81e9ab6fa054c205f36f4b0d586a'],
  ['ephemeral-seal', '024bfcae714e2dae748819e124db48cbabd2a1b4cb259cd796bb9eb57679c1a812'],
])('the public key of %s has both forms', (label, short) => {
  const long = publicOf(label);

  expect([compressed(long), compressed(short), compressed(short.toUpperCase())]).toEqual([short, short, short]);
  expect(pointOf(short)?.toString('hex')).toBe(long);
});

test.each([
  ['a point beside the curve', `04${'11'.repeat(64)}`],
  ['an x that no point has', `02${'ff'.repeat(32)}`],
  ['the point at infinity', '00'],
  ['an unknown form', `05${'11'.repeat(32)}`],
  ['the hybrid form', `06${publicOf('tek').slice(2)}`],
  ['a short key', '02de05'],
  ['what is not hex', `02${'zz'.repeat(32)}`],
  ['a line break behind a key', `${publicOf('tek')}\n`],
])('%s is no key', (_, text) => {
  expect(compressed(text)).toBeUndefined();
});

test('the nonce of a token is the hash of the text of the key (V5)', () => {
  const short = compressed(publicOf('session')) ?? '';

  expect(nonceOf(short)).toBe('99e985f76e1d0552e87adbc2c4eb95190579cb8f0d6e1128a455e80ed34e9d46');
  expect(nonceOf(publicOf('legacy-client'))).toBe('881d55af4fa253b6804694df70ba242a28ea8c054a562c02c05027ecc6416816');
});

test.each([
  ['00', '1Wh4bh'],
  ['61', 'C2dGTwc'],
  ['00010966776006953d5567439e5e39f86a0d273bee', '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM'],
])('the bytes %s have a text with a checksum, and decode again', (hex, text) => {
  const bytes = Buffer.from(hex, 'hex');

  expect(base58check.encode(bytes)).toBe(text);
  expect(Buffer.from(base58check.decode(text))).toEqual(bytes);
});

test('a text with a changed or foreign character does not decode', () => {
  const text = base58check.encode(scalarOf('session'));
  const changed = [...text].map((character, at) => `${text.slice(0, at)}${character === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`);
  const foreign = ['0', 'O', 'I', 'l', ''].map((character) => text.slice(1) + character);

  for (const damaged of [...changed, ...foreign]) expect(() => base58check.decode(damaged), damaged).toThrow(/checksum|letter/);
});
