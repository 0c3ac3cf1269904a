// Signs with the key of an environment. The key is created at its first use, replaced by rotation, and published around its time of use.
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Environment } from '../../kit/core/caller.ts';
import type { Clock } from '../../kit/core/clock.ts';
import type { Ids } from '../../kit/core/ids.ts';
import { sealedById } from '../../kit/storage/resealing.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import { sign } from '../domain/signature.ts';
import { noticeMs, publishedKeysAt, signingKeyAt } from '../domain/signing-key.ts';
import type { SigningKey } from '../store/signing-keys.ts';
import type { WebhookStore } from '../store/store.ts';

export interface Signer {
  /** The header for a body. */
  sign(environment: Environment, body: Uint8Array): Promise<string>;
  /** PEM blocks of the published keys, newest first. */
  publicKeys(environment: Environment): Promise<string>;
  /** Publishes a new key that becomes active after a week. Keeps a rotation that is already announced. */
  rotate(environment: Environment): Promise<void>;
  /** Removes keys that are no longer published. */
  removeOld(environment: Environment): Promise<void>;
}

export interface SignerParts {
  readonly store: WebhookStore;
  readonly secrets: Sealing;
  readonly wall: Clock;
  readonly ids: Ids;
}

export function openSigner(parts: SignerParts): Signer {
  const { store, wall } = parts;
  const usable = rememberKeys(parts);
  return {
    async sign(environment, body) {
      const key = signingKeyAt(await usable(environment), wall.now());
      if (!key) throw new Error(`The environment ${environment} has no active webhook signing key yet.`);
      return sign(body, key.key);
    },
    async publicKeys(environment) {
      const keys = publishedKeysAt(await ensureKey(parts, environment), wall.now());
      return keys.map(({ publicKey }) => publicKey).join('');
    },
    rotate: (environment) => rotate(parts, environment),
    async removeOld(environment) {
      const keys = await store.signingKeys.list(environment);
      const published = publishedKeysAt(keys, wall.now());
      const old = keys.filter((key) => !published.includes(key));
      if (old.length > 0) await store.signingKeys.remove(old.map(({ id }) => id));
    },
  };
}

interface UsableKey {
  readonly notBefore: Date;
  readonly key: KeyObject;
}

/** Keys are cached for a minute. New keys are published a week before their first use, so none is missed. */
function rememberKeys(parts: SignerParts): (environment: Environment) => Promise<readonly UsableKey[]> {
  const known = new Map<Environment, { staleAtMs: number; keys: Promise<readonly UsableKey[]> }>();
  const read = async (environment: Environment) => {
    const rows = await ensureKey(parts, environment);
    return rows.map(({ id, notBefore, privateKey }) => ({ notBefore, key: openKey(parts, privateKey, id) }));
  };
  return (environment) => {
    const nowMs = parts.wall.now().getTime();
    const entry = known.get(environment);
    if (entry && nowMs < entry.staleAtMs) return entry.keys;
    const keys = read(environment);
    known.set(environment, { staleAtMs: nowMs + rememberedMs, keys });
    keys.catch(() => known.delete(environment));
    return keys;
  };
}

const rememberedMs = 60_000;

/** The keys of an environment. The first caller creates the first key, which is active immediately. */
async function ensureKey(parts: SignerParts, environment: Environment): Promise<SigningKey[]> {
  const known = await parts.store.signingKeys.list(environment);
  if (known.length > 0) return known;
  return parts.store.write(async ({ signingKeys }) => {
    const others = await signingKeys.listForAddition(environment);
    if (others.length > 0) return others;
    const first = makeKey(parts, environment, parts.wall.now());
    await signingKeys.insert(first);
    return [first];
  });
}

async function rotate(parts: SignerParts, environment: Environment): Promise<void> {
  await ensureKey(parts, environment);
  await parts.store.write(async ({ signingKeys }) => {
    const now = parts.wall.now();
    const keys = await signingKeys.listForAddition(environment);
    if (keys.some(({ notBefore }) => notBefore > now)) return;
    await signingKeys.insert(makeKey(parts, environment, new Date(now.getTime() + noticeMs)));
  });
}

function makeKey({ secrets, ids, wall }: SignerParts, environment: Environment, notBefore: Date): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const id = ids.next();
  return { id, environment, publicKey, privateKey: secrets.seal(privateKey, placeOf(id)), createdAt: wall.now(), notBefore };
}

function openKey({ secrets }: SignerParts, sealed: Buffer, id: string): KeyObject {
  return createPrivateKey({ key: secrets.open(sealed, placeOf(id)), type: 'pkcs8', format: 'der' });
}

function placeOf(id: string): Place {
  return { purpose: 'webhook signing key', row: id };
}

export const sealedSigningKeys = sealedById('signing_key', 'private_key', { key: 'id', place: placeOf });
