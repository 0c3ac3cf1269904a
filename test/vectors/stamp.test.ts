// Wallet stamps, and invalid ones close to them.
import { sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { compressed, publicPoint, signingKey, verifyingKey } from '../../services/auth/domain/wallet/keys.ts';
import { isStampOf, parseStamp } from '../../services/auth/domain/wallet/stamp.ts';
import { scalarOf } from './fixtures.ts';

const payload =
  '{"organizationId":"org-fixture","parameters":{"name":"Zoë"},"timestampMs":"1760000000000","type":"ACTIVITY_TYPE_EXAMPLE"}';
const publicKey = compressed(publicPoint(scalarOf('session')).toString('hex')) ?? '';
const highS =
  '304502206b88214aef0e2ba353a16304d512d24339d575c88e5812dcb6ad851bc3f21ec1022100d6d43eef9039008750bef0db521c0ec70b9cd079606f02fbd59e296a13cabb1b';
const lowSStamp =
  'eyJwdWJsaWNLZXkiOiIwMmRlMDUzNTAwMjJiZWZiOGQxMDg4ZjVlZjgzMzRmM2FlYTNhMWJkNDE5ZGYyOTg2MmJjZWJjYWM3NjJhN2M0MGIiLCJzY2hlbWUiOiJTSUdOQVRVUkVfU0NIRU1FX1RLX0FQSV9QMjU2Iiwic2lnbmF0dXJlIjoiMzA0NDAyMjA2Yjg4MjE0YWVmMGUyYmEzNTNhMTYzMDRkNTEyZDI0MzM5ZDU3NWM4OGU1ODEyZGNiNmFkODUxYmMzZjIxZWMxMDIyMDI5MmJjMTBmNmZjNmZmNzlhZjQxMGYyNGFkZTNmMTM4YjE0YTJhMzQ0NmE4OWI4OTFlMWJhMTU4ZTg5ODZhMzYifQ';
const parts = { publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: highS };
const encoded = (content: unknown) =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url');
const isAccepted = (header: string, text = payload) => {
  const stamp = parseStamp(header);
  return stamp !== undefined && isStampOf(stamp, text);
};
const lowS = parseStamp(lowSStamp)?.signature.toString('hex') ?? '';

test.each([
  ['with a low s', lowSStamp],
  ['with a high s', encoded(parts)],
  ['padded', `${lowSStamp}${'='.repeat((4 - (lowSStamp.length % 4)) % 4)}`],
  ['in upper case', encoded({ ...parts, publicKey: publicKey.toUpperCase(), signature: highS.toUpperCase() })],
  ['with other keys, order and spaces', encoded(JSON.stringify({ extra: 1, ...parts }, undefined, 2))],
])('a stamp %s is accepted (V3)', (_, header) => {
  expect(isAccepted(header)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['what is no base64url', `${lowSStamp.slice(0, 20)}+${lowSStamp.slice(21)}`],
  ['a space inside', `${lowSStamp.slice(0, 20)} ${lowSStamp.slice(20)}`],
  ['bits beyond the last byte', `${lowSStamp.slice(0, -1)}R`],
  ['what is no JSON', encoded('stamp')],
  ['a list', encoded([parts])],
  ['null', encoded(null)],
  ['what is no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')],
  ['an uncompressed key', encoded({ ...parts, publicKey: publicPoint(scalarOf('session')).toString('hex') })],
  ['another scheme', encoded({ ...parts, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' })],
  ['no scheme', encoded({ publicKey, signature: highS })],
  ['a signature of odd length', encoded({ ...parts, signature: highS.slice(1) })],
  ['a signature that is not hex', encoded({ ...parts, signature: `${highS.slice(2)}zz` })],
  ['a signature that is no text', encoded({ ...parts, signature: 1 })],
  ['no signature', encoded({ ...parts, signature: '' })],
])('%s is malformed', (_, header) => {
  expect(parseStamp(header)).toBeUndefined();
});

test.each([
  ['a byte behind it', `${lowS}00`],
  ['a byte inside the sequence that its length counts', `3045${lowS.slice(4)}00`],
  ['a superfluous zero before r', `3045022100${lowS.slice(8)}`],
  ['a length in the long form', `308144${lowS.slice(4)}`],
  ['an r of zero', `300702010002${lowS.slice(74)}`],
  ['an empty sequence', '3000'],
  ['an s of zero', `${lowS.slice(0, 2)}25${lowS.slice(4, 72)}020100`],
  ['raw r and s', lowS.slice(8, 72) + lowS.slice(76)],
])('a signature with %s is refused', (_, signature) => {
  const header = encoded({ ...parts, signature });

  expect(parseStamp(header)).toBeDefined();
  expect(isAccepted(header)).toBe(false);
});

test('a stamp covers exactly its text, in UTF-8, hashed once', () => {
  const key = signingKey(scalarOf('session'));
  const stampOver = (bytes: Buffer) => encoded({ ...parts, signature: sign('sha256', bytes, key).toString('hex') });
  const respelled = JSON.stringify(JSON.parse(payload), undefined, 1);

  expect(isAccepted(lowSStamp, respelled)).toBe(false);
  expect(isAccepted(stampOver(Buffer.from(payload, 'latin1')))).toBe(false);
  expect(isAccepted(stampOver(Buffer.from(payload.normalize('NFD'))))).toBe(false);
  expect(isAccepted(stampOver(Buffer.from(payload)))).toBe(true);
});

test('a stamp that names another key than the signing one is refused', () => {
  const foreign = compressed(publicPoint(scalarOf('tek')).toString('hex'));

  expect(isAccepted(encoded({ ...parts, publicKey: foreign }))).toBe(false);
  expect(isAccepted(encoded({ ...parts, publicKey: `02${'ff'.repeat(32)}` }))).toBe(false);
});

test('about half of all genuine stamps have a high s, and each is accepted', () => {
  const key = signingKey(scalarOf('session'));
  const half = BigInt('0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8');

  const signatures = Array.from({ length: 200 }, () => sign('sha256', Buffer.from(payload), key).toString('hex'));

  const high = signatures.filter((hex) => sOf(hex) > half);
  expect(high.length).toBeGreaterThan(50);
  expect(high.length).toBeLessThan(150);
  expect(signatures.filter((signature) => !isAccepted(encoded({ ...parts, signature })))).toEqual([]);
});

test('verified keys are cached', () => {
  expect(verifyingKey(publicKey)).toBe(verifyingKey(publicKey));
});

/** The second number of a DER signature. */
function sOf(hex: string): bigint {
  const at = 8 + 2 * Number.parseInt(hex.slice(6, 8), 16);
  return BigInt(`0x${hex.slice(at + 4)}`);
}
