// The master keys: from the environment, a file, or generated at the first start of a sandbox; as they are, or encrypted by a KMS.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../core/caller.ts';
import { httpKms, type KmsSettings, type Unwrap } from './http-kms.ts';

export interface MasterKeyOptions {
  /** `MASTER_KEY`. Several keys, separated by commas: the current one first, then those that it replaced. */
  readonly masterKey: string | undefined;
  /** `MASTER_KEY_FILE`: a file with the same content. */
  readonly masterKeyFile?: string | undefined;
  /** Decrypts them. Absent: they are 32 bytes in hex or base64. */
  readonly kms?: KmsSettings | undefined;
  readonly dataDir: string;
  readonly mode: Environment;
}

/** The keys for `openSecrets`. Throws an error for the operator if there are none. */
export async function masterKeys(options: MasterKeyOptions): Promise<[Buffer, ...Buffer[]]> {
  const unwrap: Unwrap = options.kms ? httpKms(options.kms) : async (text) => bytesIn(text);
  const texts = configuredIn(options).split(',');
  const [present, ...former] = await Promise.all(texts.map(async (text) => checked(await unwrap(text.trim()))));
  if (!present) throw new Error('MASTER_KEY is empty.');
  return [present, ...former];
}

function configuredIn({ masterKey, masterKeyFile, kms, dataDir, mode }: MasterKeyOptions): string {
  if (masterKey && masterKeyFile) throw new Error('MASTER_KEY and MASTER_KEY_FILE are both set. Set one of them.');
  if (masterKey) return masterKey;
  if (masterKeyFile) return contentOf(masterKeyFile);
  if (kms) throw new Error('KMS_URL needs MASTER_KEY or MASTER_KEY_FILE: a key of 32 bytes, encrypted by the KMS.');
  return keptIn(dataDir, mode);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new Error(`MASTER_KEY_FILE cannot be read: ${file}.`, { cause });
  }
}

function keptIn(dataDir: string, mode: Environment): string {
  if (mode === 'production')
    throw new Error('MASTER_KEY is not set. Production requires one: 32 random bytes in hex. Store a copy in a safe place.');
  const file = join(dataDir, 'master.key');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  mkdirSync(dataDir, { recursive: true });
  makeOnce(file, randomBytes(32).toString('hex'));
  return readFileSync(file, 'utf8');
}

/** Creates the file atomically and never overwrites one: linking fails if the name exists. */
function makeOnce(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished);
  }
}

const bytesIn = (text: string) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');

function checked(key: Buffer): Buffer {
  if (key.length !== 32) throw new Error('MASTER_KEY must be 32 bytes, in hex or base64.');
  return key;
}
