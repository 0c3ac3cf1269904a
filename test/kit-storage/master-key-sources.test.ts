// Where master keys come from: the environment, a file, and a key management service in another process.
import { spawn } from 'node:child_process';
import { createCipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../services/kit/process/config.ts';
import { masterKeys } from '../../services/kit/storage/master-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'payments-keys-'));
const [present, former, rootKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const kms = spawn(process.execPath, [join(import.meta.dirname, '../kit/example-kms.ts')], {
  env: { ...process.env, KMS_TOKEN: 'token-of-the-kms', KMS_ROOT_KEY: rootKey.toString('hex') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [url] = (await once(createInterface(kms.stdout), 'line')) as [string];
afterAll(() => {
  kms.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** As the KMS encrypts it. */
function wrapped(key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', rootKey, nonce);
  const text = Buffer.concat([cipher.update(key), cipher.final()]);
  return `vault:v1:${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')}`;
}

const base = { masterKey: undefined, dataDir: folder, mode: 'production' } as const;
const byKms = { ...base, kms: { url, token: 'token-of-the-kms' } };
const fileWith = (content: string) => {
  const file = join(folder, randomBytes(4).toString('hex'));
  writeFileSync(file, content);
  return file;
};

test('a file contains the same as MASTER_KEY, and may end with a line break', async () => {
  const masterKeyFile = fileWith(`${present.toString('hex')},${former.toString('base64')}\n`);

  expect(await masterKeys({ ...base, masterKeyFile })).toEqual([present, former]);
});

test('a KMS decrypts the keys of MASTER_KEY and of a file', async () => {
  const configured = `${wrapped(present)}, ${wrapped(former)}`;

  expect(await masterKeys({ ...byKms, masterKey: configured })).toEqual([present, former]);
  expect(await masterKeys({ ...byKms, masterKeyFile: fileWith(configured) })).toEqual([present, former]);
});

test.each([
  ['a key that is not encrypted', { ...byKms, masterKey: present.toString('hex') }, 'It answers with status 400.'],
  ['a key of another length', { ...byKms, masterKey: wrapped(randomBytes(16)) }, 'MASTER_KEY must be 32 bytes'],
  ['another token', { ...byKms, kms: { url, token: 'other' }, masterKey: wrapped(present) }, 'It answers with status 403.'],
  ['no key', byKms, 'KMS_URL needs MASTER_KEY or MASTER_KEY_FILE'],
  ['two keys', { ...base, masterKey: 'x', masterKeyFile: 'y' }, 'Set one of them.'],
  ['a missing file', { ...base, masterKeyFile: join(folder, 'absent') }, 'MASTER_KEY_FILE cannot be read'],
])('%s is refused', async (_, options, sentence) => {
  await expect(masterKeys(options)).rejects.toThrow(sentence);
});

test('a KMS that does not answer is named, without the token and the key', async () => {
  const masterKey = wrapped(present);
  const silent = {
    ...byKms,
    masterKey,
    kms: { url: 'http://127.0.0.1:9/v1/transit/decrypt/payments', token: 'token-of-the-kms' },
  };

  const error = await masterKeys(silent).catch((thrown: Error) => thrown.message);

  expect(error).toBe('The KMS could not decrypt MASTER_KEY. It does not answer at 127.0.0.1:9.');
});

test.each([
  [
    { KMS_URL: 'http://vault:8200/v1/transit/decrypt/payments', KMS_TOKEN: 'x' },
    'KMS_URL must be a URL that starts with https://.',
  ],
  [{ KMS_URL: 'https://vault:8200/v1/transit/decrypt/payments' }, 'KMS_URL needs KMS_TOKEN.'],
])('settings of a KMS are checked: %o', (variables, sentence) => {
  expect(() => readConfig(variables)).toThrow(sentence);
});
