// Keys of persons: one per customer and service, sealed in a table of its own. What was sealed under a destroyed key is gone in every copy.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import { decrypt, encrypt, type Place, type Secrets } from './secrets.ts';

/** Seals what a service stores about a customer. */
export interface PersonalKey {
  seal(plain: string | Uint8Array, place: Place): Buffer;
  /** Throws when the value was changed, or was sealed for another place. */
  open(sealed: Uint8Array, place: Place): Buffer;
}

/** The key of a new customer. */
export interface NewPersonalKey extends PersonalKey {
  /** As it is stored. */
  readonly sealedKey: Buffer;
}

export interface Person {
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string;
}

export type PersonalKeys = ReturnType<typeof personalKeys>;

export function newPersonalKey(customerId: string, secrets: Secrets): NewPersonalKey {
  const key = randomBytes(32);
  return { ...keyOver(key), sealedKey: secrets.seal(key, placeOf(customerId)) };
}

export function openPersonalKey(sealedKey: Buffer, customerId: string, secrets: Secrets): PersonalKey {
  return keyOver(secrets.open(sealedKey, placeOf(customerId)));
}

export function personalKeys(db: Queryable, secrets: Secrets) {
  const stored = async ({ platformId, customerId }: Person) => {
    const [row] = await db.query(sql<KeyRow>`
      select key from personal_key where platform_id = ${platformId} and customer_id = ${customerId}`);
    return row;
  };
  return {
    /** The key to seal under, made at its first use. Of a person that was erased: one that is stored nowhere. */
    of: async (person: Person): Promise<PersonalKey> => {
      const { key } = (await stored(person)) ?? (await make(db, person, secrets));
      return key ? openPersonalKey(key, person.customerId, secrets) : keyOver(randomBytes(32));
    },
    /** The key to open with; undefined when nothing was ever sealed, or the person was erased. */
    find: async (person: Person): Promise<PersonalKey | undefined> => {
      const key = (await stored(person))?.key;
      return key ? openPersonalKey(key, person.customerId, secrets) : undefined;
    },
    /** For good: the person never gets another key in this service. Repeatable. */
    destroy: async ({ platformId, customerId }: Person): Promise<void> => {
      await db.query(sql`
        insert into personal_key (platform_id, customer_id, key) values (${platformId}, ${customerId}, null)
        on conflict (platform_id, customer_id) do update set key = null`);
    },
  };
}

export interface PersonalValue {
  readonly sealed: Uint8Array | null;
  readonly place: Place;
  readonly customerId: string;
  /** From `personalKeyColumn`. */
  readonly personalKey: Buffer | null;
}

/** Undefined once the key is destroyed, and for what was never sealed. */
export function openPersonal({ sealed, place, customerId, personalKey }: PersonalValue, secrets: Secrets): Buffer | undefined {
  return sealed && personalKey ? openPersonalKey(personalKey, customerId, secrets).open(sealed, place) : undefined;
}

/** A column with the sealed key of each row's customer; null once it is destroyed. */
export function personalKeyColumn(table: string, customerColumn: 'id' | 'customer_id') {
  const [platform, customer] = [sql.ref(`${table}.platform_id`), sql.ref(`${table}.${customerColumn}`)];
  return sql`(select key from personal_key k where k.platform_id = ${platform} and k.customer_id = ${customer}) as personal_key`;
}

interface KeyRow {
  readonly key: Buffer | null;
}

/** Of several at once one makes it, and all get the same. */
async function make(db: Queryable, { platformId, customerId }: Person, secrets: Secrets): Promise<KeyRow> {
  const { sealedKey } = newPersonalKey(customerId, secrets);
  const [row] = await db.query(sql<KeyRow>`
    insert into personal_key (platform_id, customer_id, key) values (${platformId}, ${customerId}, ${sealedKey})
    on conflict (platform_id, customer_id) do update set key = personal_key.key returning key`);
  return row ?? { key: null };
}

const keyOver = (key: Buffer): PersonalKey => ({
  seal: (plain, place) => encrypt(plain, key, place),
  open: (sealed, place) => decrypt(Buffer.from(sealed), key, place),
});

const placeOf = (customerId: string): Place => ({ purpose: 'personal-key', row: customerId });
