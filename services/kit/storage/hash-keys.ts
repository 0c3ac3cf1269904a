// The keys of a service's keyed hashes: random, and sealed under the master key, so that hashes survive a change of that key.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Database } from './database.ts';
import { sealedById } from './resealing.ts';
import { type Hashing, hashingWith, type Place, type Ring, ringOf, type Sealing } from './secrets.ts';

export interface HashKeys extends Hashing {
  /** Reads the keys again. Must run more often than the delay after which a new key is used. */
  reload(): Promise<void>;
  /**
   * Adds a key, unless the newest one was created under the newest master key: a hash key that leaked with an earlier master key is not
   * used for new values.
   */
  renew(): Promise<void>;
}

/** The delay after which a new key is used, so that every process has read it. */
const activeAfterMs = 300_000;

const hashKeyPlace = (id: string): Place => ({ purpose: 'kit.hash-key', row: id });

/** `first` are the keys at the start. */
export function openHashKeys(database: Database, secrets: Sealing, wall: Clock, first: StoredKeys): HashKeys {
  let keys = first;
  const reload = async () => {
    keys = atLeastOne(await keysIn(database, secrets));
  };

  return {
    ...hashingWith(() => inOrder(keys, wall.now())),
    reload,
    renew: async () => {
      await addKey(database, secrets, { activeAt: new Date(wall.now().getTime() + activeAfterMs), isFirst: false });
      await reload();
    },
  };
}

/** The keys of the service, which the first start adds. */
export async function firstHashKeys(db: KeyQueries, secrets: Sealing): Promise<StoredKeys> {
  const [first, ...others] = await keysIn(db, secrets);
  if (first) return [first, ...others];
  await addKey(db, secrets, { activeAt: new Date(0), isFirst: true });
  return atLeastOne(await keysIn(db, secrets));
}

/** The newest first. */
async function keysIn({ query }: KeyQueries, secrets: Sealing): Promise<HashKey[]> {
  const rows = await query(sql<HashKeyRow>`select id, key, active_at from hash_key order by active_at desc, id`);
  return rows.map(({ id, key, active_at }) => ({ ring: ringOf(secrets.open(key, hashKeyPlace(id))), activeAt: active_at }));
}

function atLeastOne([first, ...others]: readonly HashKey[]): StoredKeys {
  if (!first) throw new Error('The service has no hash key.');
  return [first, ...others];
}

type KeyQueries = Pick<Database, 'query'>;

interface HashKey {
  readonly ring: Ring;
  readonly activeAt: Date;
}

export type StoredKeys = readonly [HashKey, ...HashKey[]];

interface HashKeyRow {
  readonly id: string;
  readonly key: Buffer;
  readonly active_at: Date;
}

/** The newest active key first, then all others, including future ones. */
function inOrder(keys: StoredKeys, now: Date): [Ring, ...Ring[]] {
  const current = keys.find(({ activeAt }) => activeAt <= now) ?? keys[0];
  return [current.ring, ...keys.filter((key) => key !== current).map(({ ring }) => ring)];
}

interface NewHashKey {
  readonly activeAt: Date;
  /** Only if the service has none yet. */
  readonly isFirst: boolean;
}

/** One per master key. Of concurrent processes only one adds it. */
async function addKey({ query }: KeyQueries, secrets: Sealing, { activeAt, isFirst }: NewHashKey): Promise<void> {
  const id = crypto.randomUUID();
  const key = secrets.seal(randomBytes(32), hashKeyPlace(id));
  await query(sql`
    insert into hash_key (id, key, active_at, master_key_id)
    select ${id}::uuid, ${key}, ${activeAt}::timestamptz, ${secrets.keyId}
    where not (${isFirst} and exists (select from hash_key))
    on conflict (master_key_id) do nothing`);
}

/** For resealing. */
export const sealedHashKeys = sealedById('hash_key', 'key', { key: 'id', place: hashKeyPlace });
