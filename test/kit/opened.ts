// What an attacker can read with a copy of the database, the master key and the source: every sealed value, opened.
import { createDecipheriv, hkdfSync } from 'node:crypto';
import type { Seen } from './canary.ts';
import { isTest, sourceFiles, textOf } from './sources.ts';

/** All values, and what opens of them: with the master key, or with the stored keys of persons. */
export function opened(seen: readonly Seen[], masterKey: Buffer): Seen[] {
  const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', `seal:${purpose}`, 32));
  const derived = purposes().map(keyOf);
  const sealed = seen.flatMap(({ place, content }) =>
    typeof content === 'string' ? [] : [{ place, bytes: Buffer.from(content) }],
  );
  const personalKeys = sealed
    .filter(({ place }) => place.endsWith('.personal_key.key'))
    .map(({ bytes }) => decrypted(bytes.subarray(masterKeyIdBytes), keyOf('personal-key')))
    .filter(({ length }) => length === 32);
  const readings = sealed.flatMap(({ place, bytes }) => [
    ...derived.map((key) => ({ place: `${place}, opened`, content: decrypted(bytes.subarray(masterKeyIdBytes), key) })),
    ...personalKeys.map((key) => ({ place: `${place}, opened by a personal key`, content: decrypted(bytes, key) })),
  ]);
  return [...seen, ...readings];
}

const masterKeyIdBytes = 4;
const [nonceBytes, tagBytes] = [12, 16];

/** Ignores the authentication tag: checking it needs the value's row, and the text is the same. A wrong key yields noise. */
function decrypted(bytes: Buffer, key: Buffer): Buffer {
  if (bytes.length < nonceBytes + tagBytes) return Buffer.alloc(0);
  return createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes)).update(bytes.subarray(nonceBytes + tagBytes));
}

/** Of everything that the code seals. */
function purposes(): string[] {
  const texts = sourceFiles('.ts').filter((file) => !isTest(file));
  const found = texts.flatMap((file) => [...textOf(file).matchAll(/purpose: '([^']+)'/g)].map(([, purpose = '']) => purpose));
  return [...new Set(found)];
}
