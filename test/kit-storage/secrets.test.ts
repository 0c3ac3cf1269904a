// Secrets at rest, and their master key.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { masterKeys } from '../../services/kit/storage/master-key.ts';
import { hashingWith, openSecrets, ringOf } from '../../services/kit/storage/secrets.ts';

const masterKey = randomBytes(32);
const secrets = openSecrets([masterKey]);
const [firstHashKey, secondHashKey] = [ringOf(randomBytes(32)), ringOf(randomBytes(32))];
const hashes = hashingWith(() => [firstHashKey]);
const place = { purpose: 'webhook', row: '1' };
const hashed = { text: 'secret', purpose: 'webhook' };

test('every sealed value opens again', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), fc.string(), (plain, purpose, row) => {
      expect(secrets.open(secrets.seal(plain, { purpose, row }), { purpose, row })).toEqual(Buffer.from(plain));
    }),
  );
});

test('a sealed value does not open with a changed bit, for another purpose, or in another row', () => {
  const sealed = secrets.seal('secret', place);

  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => secrets.open(changed, place), `byte ${at}`).toThrow(/authenticate|master key/);
  }
  expect(() => secrets.open(sealed, { ...place, purpose: 'token' })).toThrow('authenticate');
  expect(() => secrets.open(sealed, { ...place, row: '2' })).toThrow('authenticate');
});

test('a truncated sealed value does not open, wherever it was cut', () => {
  const sealed = secrets.seal('', place);

  for (let length = 0; length < sealed.length; length++)
    expect(() => secrets.open(sealed.subarray(0, length), place), `${length} bytes`).toThrow(/too short|master key/);
});

test('the same value never seals to the same bytes, and always has the same hash', () => {
  expect(secrets.seal('secret', place)).not.toEqual(secrets.seal('secret', place));
  expect(hashes.mac(hashed)).toEqual(hashes.mac(hashed));
  expect(hashes.mac(hashed)).not.toEqual(hashes.mac({ ...hashed, purpose: 'token' }));
});

test('after a master key rotation, old values open, and new ones use the new key', () => {
  const sealed = secrets.seal('secret', place);
  const rotated = openSecrets([randomBytes(32), masterKey]);

  expect(rotated.open(sealed, place).toString()).toBe('secret');
  expect(() => secrets.open(rotated.seal('new', place), place)).toThrow('No master key of this process opens');
});

test('after a hash key rotation, old hashes are found, and new ones use the new key', () => {
  const mac = hashes.mac(hashed);
  const changed = hashingWith(() => [secondHashKey, firstHashKey]);

  expect(changed.macs(hashed)).toEqual([changed.mac(hashed), mac]);
  expect([changed.isMac(mac, hashed), changed.isMac(mac, { ...hashed, text: 'other' })]).toEqual([true, false]);
  expect(hashes.macs(hashed)).not.toContainEqual(changed.mac(hashed));
});

test('a master key can be dropped once no value begins with its id', () => {
  const newKey = randomBytes(32);
  const sealed = secrets.seal('secret', place);
  const rotated = openSecrets([newKey, masterKey]);
  const isOld = (value: Buffer) => !value.subarray(0, 4).equals(rotated.keyId);
  const resealed = rotated.seal(rotated.open(sealed, place), place);
  const without = openSecrets([newKey]);

  expect([sealed, resealed].map(isOld)).toEqual([true, false]);
  expect(without.open(resealed, place).toString()).toBe('secret');
  expect(() => without.open(sealed, place)).toThrow('No master key of this process opens');
});

test('the sandbox creates its master key once, readable only by its owner', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'master-key-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const options = { masterKey: undefined, dataDir, mode: 'sandbox' } as const;

  const [made] = await masterKeys(options);

  expect(await masterKeys(options)).toEqual([made]);
  expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe(made.toString('hex'));
  expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  await expect(masterKeys({ ...options, mode: 'production', dataDir: '/nowhere' })).rejects.toThrow('MASTER_KEY is not set.');
});

test.each([
  ['hex', masterKey.toString('hex'), [masterKey]],
  ['base64', masterKey.toString('base64'), [masterKey]],
  ['a change', `${masterKey.toString('base64')}, ${'00'.repeat(32)}`, [masterKey, Buffer.alloc(32)]],
])('a configured master key can be %s', async (_, configured, expected) => {
  expect(await masterKeys({ masterKey: configured, dataDir: '/nowhere', mode: 'production' })).toEqual(expected);
});

test('a master key of another length is refused', async () => {
  const options = { masterKey: 'c2hvcnQ=', dataDir: '/nowhere', mode: 'production' } as const;

  await expect(masterKeys(options)).rejects.toThrow('MASTER_KEY must be 32 bytes, in hex or base64.');
});
