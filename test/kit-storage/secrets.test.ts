// Secrets at rest, and the master key that they hang on.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { masterKeys } from '../../services/kit/master-key.ts';
import { openSecrets } from '../../services/kit/secrets.ts';

const masterKey = randomBytes(32);
const secrets = openSecrets([masterKey]);

test('what was sealed opens again, whatever it is', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (plain, purpose) => {
      expect(secrets.open(secrets.seal(plain, purpose), purpose)).toEqual(Buffer.from(plain));
    }),
  );
});

test('a sealed value does not open with any bit changed, nor for another purpose', () => {
  const sealed = secrets.seal('secret', 'webhook');

  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => secrets.open(changed, 'webhook'), `byte ${at}`).toThrow(/authenticate|master key/);
  }
  expect(() => secrets.open(sealed, 'token')).toThrow('authenticate');
});

test('the same value is never sealed into the same bytes, and always has the same hash', () => {
  expect(secrets.seal('secret', 'webhook')).not.toEqual(secrets.seal('secret', 'webhook'));
  expect(secrets.mac('secret', 'webhook')).toEqual(secrets.mac('secret', 'webhook'));
  expect(secrets.mac('secret', 'webhook')).not.toEqual(secrets.mac('secret', 'token'));
});

test('after a change of the master key, old values open, and hashes stay', () => {
  const sealed = secrets.seal('secret', 'webhook');
  const rotated = openSecrets([randomBytes(32), masterKey]);
  const without = openSecrets([randomBytes(32)]);

  expect(rotated.open(sealed, 'webhook').toString()).toBe('secret');
  expect(rotated.mac('secret', 'webhook')).toEqual(secrets.mac('secret', 'webhook'));
  expect(() => without.open(sealed, 'webhook')).toThrow('needs a master key that this process does not have');
  expect(() => secrets.open(rotated.seal('new', 'webhook'), 'webhook')).toThrow('needs a master key');
});

test('the sandbox makes its master key once, readable by its owner alone', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'master-key-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const options = { configured: undefined, dataDir, mode: 'sandbox' } as const;

  const [made] = masterKeys(options);

  expect(masterKeys(options)).toEqual([made]);
  expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe(made.toString('hex'));
  expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  expect(() => masterKeys({ ...options, mode: 'production', dataDir: '/nowhere' })).toThrow('MASTER_KEY is not set.');
});

test.each([
  ['hex', masterKey.toString('hex'), [masterKey]],
  ['base64', masterKey.toString('base64'), [masterKey]],
  ['a change', `${masterKey.toString('base64')}, ${'00'.repeat(32)}`, [masterKey, Buffer.alloc(32)]],
])('a configured master key may be %s', (_, configured, expected) => {
  expect(masterKeys({ configured, dataDir: '/nowhere', mode: 'production' })).toEqual(expected);
});

test('a master key of another length is refused', () => {
  const options = { configured: 'c2hvcnQ=', dataDir: '/nowhere', mode: 'production' } as const;

  expect(() => masterKeys(options)).toThrow('MASTER_KEY must be 32 bytes, in hex or base64.');
});
