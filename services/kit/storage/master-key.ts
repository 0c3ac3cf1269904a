// The master key: configured by the operator, or generated at the first start of a sandbox.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../core/caller.ts';

export interface MasterKeyOptions {
  /** `MASTER_KEY`: 32 bytes in hex or base64. Several, separated by commas: the current one first, then those that it replaced. */
  readonly configured: string | undefined;
  readonly dataDir: string;
  readonly mode: Environment;
}

/** The keys for `openSecrets`. Throws an error for the operator if there are none. */
export function masterKeys({ configured, dataDir, mode }: MasterKeyOptions): [Buffer, ...Buffer[]] {
  const [present, ...former] = (configured || keptIn(dataDir, mode)).split(',').map((text) => parse(text.trim()));
  if (!present) throw new Error('MASTER_KEY is empty.');
  return [present, ...former];
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

function parse(text: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32) throw new Error('MASTER_KEY must be 32 bytes, in hex or base64.');
  return key;
}
