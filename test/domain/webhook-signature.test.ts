// The published test vector of the webhook signature, and invalid signatures.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isVerified, readPublicKeys, sign } from '../../services/webhooks/domain/signature.ts';

const body = Buffer.from(
  '{"id":"Webhook:0199aa10-7c3e-7b21-9d54-3f6a1be80c42","type":"TEST","timestamp":"2026-01-05T09:30:00.000Z","data":{}}',
);
const pem = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE4fWCzo0hcaTA2KVbQCTY6FLW+05X
zlv+C3/gQUO1aOuSuIN/hg+CbHNIDTlMwH6LsUL1vyJ1cYm55/mUJPL65Q==
-----END PUBLIC KEY-----
`;
const base64 = 'MEYCIQDkOxjb6Z86u4ayFEXAMJOGn4wsp8G0/DOCMILTAU5cTQIhAMZ6hgb4ZH4IzfBj5vqJuHGKhDpjEZH+SL3XLwx/+3fm';
const header = `{"v":"1","s":"${base64}"}`;
const keys = readPublicKeys(pem);

test('the published vector verifies', () => {
  expect(createHash('sha256').update(body).digest('hex')).toBe(
    '8b2c668595eace3c40567c4b85effac73a6384abca97796b68dacbd041aa7ad8',
  );
  expect(isVerified(body, header, keys)).toBe(true);
});

const changed = Buffer.from(body);
changed[20] = (changed[20] ?? 0) ^ 1;

test.each([
  ['one byte is changed', changed, header],
  ['a newline is added', Buffer.concat([body, Buffer.from('\n')]), header],
  ['the digest is hashed again', createHash('sha256').update(body).digest(), header],
  ['the body was parsed and written again', Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)), header],
  ['there is no header', body, undefined],
  ['the header is empty', body, ''],
  ['the header is not whole', body, '{"v":"1","s":"'],
  ['the header has no signature', body, '{"v":"1"}'],
  ['the signature is no text', body, '{"v":"1","s":7}'],
  ['the version is another one', body, `{"v":"2","s":"${base64}"}`],
  ['the signature is not DER', body, '{"v":"1","s":"AAAA"}'],
])('nothing verifies if %s', (_, bytes, value) => {
  expect(isVerified(bytes, value, keys)).toBe(false);
});

test.each([
  ['bare Base64', base64],
  ['a header without a version', `{"s":"${base64}"}`],
  ['a number as version', `{"v":1,"s":"${base64}"}`],
])('%s is tolerated', (_, value) => {
  expect(isVerified(body, value, keys)).toBe(true);
});

test('our signatures verify with the public key, among several keys', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  const value = sign(body, privateKey);

  expect(Object.keys(JSON.parse(value))).toEqual(['v', 's']);
  expect(value).toMatch(/^\{"v":"1","s":"[A-Za-z0-9+/]+=*"\}$/);
  expect(isVerified(body, value, [...keys, publicKey])).toBe(true);
  expect(isVerified(body, value, keys)).toBe(false);
});
