// Keys of customers: one per customer and service, sealed in a separate table. Destroying a key makes all values sealed under it
// unreadable, in every copy.
import { createSecretKey, randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { RecentMap } from '../core/recent-map.ts';
import type { Queryable } from './database.ts';
import { byPlatform } from './distributed.ts';
import { PersonalKeyRecord } from './records.ts';
import type { SealedColumn } from './resealing.ts';
import { bufferOver, decrypt, encrypt, type Place, type Sealing } from './secrets.ts';
import { insertInto, type Row, unnest } from './tables.ts';

/** Seals the data of a customer. */
export interface PersonalKey {
  seal(plain: string | Uint8Array, place: Place): Buffer;
  /** Throws if the value was changed, or was sealed for another place. */
  open(sealed: Uint8Array, place: Place): Buffer;
}

/** A key and its sealed form. */
export interface StoredPersonalKey extends PersonalKey {
  /** The sealed key, as stored. */
  readonly sealedKey: Buffer;
}

export interface Person {
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string;
}

/** The owner of a value. Without a customer, the value is sealed under the master key. */
export interface Owner {
  readonly platformId: string;
  /** uuid. */
  readonly customerId?: string | undefined;
}

export type PersonalKeys = ReturnType<typeof personalKeys>;

export function newPersonalKey(customerId: string, secrets: Sealing): StoredPersonalKey {
  const key = randomBytes(32);
  return { ...keyOver(key), sealedKey: secrets.seal(key, placeOf(customerId)) };
}

/** Opening a key costs as much as opening a value, so recent keys stay open. They are compared with their sealed form: never used without the stored row. */
export function openPersonalKey(sealedKey: Buffer, customerId: string, secrets: Sealing): PersonalKey {
  const recent = openedBy.get(secrets) ?? new RecentMap<string, StoredPersonalKey>(openedMax);
  openedBy.set(secrets, recent);
  const known = recent.get(customerId);
  if (known?.sealedKey.equals(sealedKey)) return known;
  const key = keyOver(secrets.open(sealedKey, placeOf(customerId)));
  recent.set(customerId, { ...key, sealedKey: Buffer.from(Uint8Array.from(sealedKey).buffer) }); // not a slice that keeps its neighbors in memory
  return key;
}

const openedBy = new WeakMap<Sealing, RecentMap<string, StoredPersonalKey>>();
const openedMax = 10_000;

/** The key to open the values of a row. Undefined once the key of its customer is destroyed. */
export function openerOf({ customer_id: customerId, personal_key: key }: KeyedRow, secrets: Sealing): PersonalKey | undefined {
  if (customerId === null) return secrets;
  return key ? openPersonalKey(key, customerId, secrets) : undefined;
}

export interface KeyedRow {
  readonly customer_id: string | null;
  /** `personalKeyColumn` */
  readonly personal_key: Buffer | null;
}

export function personalKeys(db: Queryable, secrets: Sealing) {
  const keyRows = async (persons: readonly Person[]) => {
    const stored = await byPlatform(db, persons, { platformOf, run: (own) => storedKeys(db, own) });
    const known = new Set(stored.map((row) => keyOf(toPerson(row))));
    const missing = persons.filter((person) => !known.has(keyOf(person)));
    if (missing.length === 0) return stored;
    return [...stored, ...(await byPlatform(db, missing, { platformOf, run: (own) => make(db, own, secrets) }))];
  };
  /** The keys to seal with, for each of these owners. */
  const sealers = async (owners: readonly Owner[]): Promise<(owner: Owner) => PersonalKey> => {
    const persons = personsAmong(owners);
    if (persons.length === 0) return () => secrets;
    const rows = await keyRows(persons);
    remember(rows, secrets);
    return sealerFrom(rows, secrets);
  };
  return {
    sealers,
    /**
     * Seals values of these owners in the statement of `write`, which returns whether it wrote. The first time, the keys are those last seen:
     * then the statement must write nothing unless `areCurrent`. Otherwise the stored keys are read.
     */
    sealing: async (owners: readonly Owner[], write: Sealed): Promise<boolean> => {
      const seen = seenSealers(personsAmong(owners), secrets);
      if (seen && (await write(seen.sealerOf, seen.areCurrent))) return true;
      return seen?.isCertain ? false : write(await sealers(owners), certain);
    },
    /** The key to seal with, created at its first use. For an erased person, a key that is never stored. */
    of: async (person: Person): Promise<PersonalKey> => (await sealers([person]))(person),
    /** The key to open with. Undefined if no value was ever sealed, or the person was erased. */
    find: async (person: Person): Promise<PersonalKey | undefined> => {
      const [row] = await storedKeys(db, [person]);
      return row?.key ? openPersonalKey(row.key, person.customerId, secrets) : undefined;
    },
    /** Permanent: the person never gets another key in this service. Repeatable. */
    destroy: async ({ platformId, customerId }: Person): Promise<void> => {
      const insert = insertInto(PersonalKeyRecord, [{ platform_id: platformId, customer_id: customerId, key: null }]);
      await db.query(insert.onConflict((conflict) => conflict.columns(keyColumns).doUpdateSet({ key: null })));
    },
  };
}

type SealerOf = (owner: Owner) => PersonalKey;

type Sealed = (sealerOf: SealerOf, areCurrent: RawBuilder<boolean>) => Promise<boolean>;

interface SeenSealers {
  readonly sealerOf: SealerOf;
  /** Holds in a statement if the keys are those stored. */
  readonly areCurrent: RawBuilder<boolean>;
  /** No key can have changed. */
  readonly isCertain: boolean;
}

/** The stored keys as last seen, by `keyOf`. A statement that relies on one compares it. */
const seenBy = new WeakMap<Sealing, RecentMap<string, Buffer>>();

function remember(rows: readonly KeyRow[], secrets: Sealing): void {
  const seen = seenBy.get(secrets) ?? new RecentMap<string, Buffer>(openedMax);
  seenBy.set(secrets, seen);
  for (const row of rows) if (row.key) seen.set(keyOf(toPerson(row)), row.key);
}

/** Undefined if a key was not seen yet. */
function seenSealers(persons: readonly Person[], secrets: Sealing): SeenSealers | undefined {
  if (persons.length === 0) return { sealerOf: () => secrets, areCurrent: certain, isCertain: true };
  const seen = seenBy.get(secrets);
  const rows = persons.map((person) => ({ ...toKey(person), key: seen?.get(keyOf(person)) ?? null }));
  if (rows.some(({ key }) => key === null)) return undefined;
  return {
    sealerOf: sealerFrom(rows, secrets),
    areCurrent: sql`(select count(*) from personal_key join ${unnest(PersonalKeyRecord, [...keyColumns, 'key'], rows)}
      using (platform_id, customer_id, key)) = ${rows.length}`,
    isCertain: false,
  };
}

function sealerFrom(rows: readonly KeyRow[], secrets: Sealing): SealerOf {
  const keys = new Map(
    rows.map((row) => [keyOf(toPerson(row)), row.key ? openPersonalKey(row.key, row.customer_id, secrets) : lostKey()]),
  );
  return ({ platformId, customerId }) =>
    customerId === undefined ? secrets : (keys.get(keyOf({ platformId, customerId })) ?? lostKey());
}

/** A fork of a platform has the same customers, with keys of their own. */
const keyOf = ({ platformId, customerId }: Person) => `${platformId} ${customerId}`;

const certain = sql<boolean>`true`;

/**
 * A column with the sealed key of each row's customer. Null once it is destroyed. `platformId`: of all rows of the statement, which a
 * distributed database then runs on one server.
 */
export function personalKeyColumn(
  table: string,
  customerOf: 'id' | 'customer_id' | RawBuilder<string | null>,
  platformId?: string,
) {
  const platform = platformId === undefined ? sql.ref(`${table}.platform_id`) : sql`${platformId}`;
  const customer = typeof customerOf === 'string' ? sql.ref(`${table}.${customerOf}`) : customerOf;
  return sql`(select key from personal_key k where k.platform_id = ${platform} and k.customer_id = ${customer}) as personal_key`;
}

type KeyRow = Row<typeof PersonalKeyRecord>;

/** Each person once, in the same order in all transactions, which prevents deadlocks. */
function personsAmong(owners: readonly Owner[]): Person[] {
  const persons = owners.flatMap(({ platformId, customerId }) => (customerId === undefined ? [] : [{ platformId, customerId }]));
  return [...new Map(persons.map((person) => [keyOf(person), person])).values()].sort((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : 1,
  );
}

function storedKeys(db: Queryable, persons: readonly Person[]): Promise<KeyRow[]> {
  return db.query(sql<KeyRow>`
    select platform_id, customer_id, key from personal_key join ${unnest(PersonalKeyRecord, keyColumns, persons.map(toKey))}
      using (platform_id, customer_id)`);
}

/** Of concurrent callers one creates the key, and all get the same. */
function make(db: Queryable, persons: readonly Person[], secrets: Sealing): Promise<KeyRow[]> {
  const rows = persons.map((person) => ({ ...toKey(person), key: newPersonalKey(person.customerId, secrets).sealedKey }));
  const insert = insertInto(PersonalKeyRecord, rows);
  const kept = sql<Buffer | null>`personal_key.key`;
  return db.query(
    insert
      .onConflict((conflict) => conflict.columns(keyColumns).doUpdateSet({ key: kept }))
      .returning(['platform_id', 'customer_id', 'key']),
  );
}

const platformOf = ({ platformId }: Person) => platformId;
const keyColumns = ['platform_id', 'customer_id'] as const;
const toKey = ({ platformId, customerId }: Person) => ({ platform_id: platformId, customer_id: customerId });
const toPerson = (row: KeyRow): Person => ({ platformId: row.platform_id, customerId: row.customer_id });

/** A key that is never stored: values sealed under it are lost immediately. */
const lostKey = () => keyOver(randomBytes(32));

function keyOver(bytes: Buffer): PersonalKey {
  const key = createSecretKey(bytes);
  return {
    seal: (plain, place) => encrypt(plain, key, place),
    open: (sealed, place) => decrypt(bufferOver(sealed), key, place),
  };
}

const placeOf = (customerId: string): Place => ({ purpose: 'personal-key', row: customerId });

/** For resealing. */
export const sealedPersonalKeys: SealedColumn = {
  table: 'personal_key',
  column: 'key',
  key: { platform_id: 'uuid', customer_id: 'uuid' },
  place: ({ customer_id = '' }) => placeOf(customer_id),
};
