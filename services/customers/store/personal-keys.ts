// The keys of persons: one per customer, sealed in a table of its own. What was sealed under a key that is gone is gone in every copy.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../../kit/database.ts';
import { decrypt, encrypt, type Place, type Secrets } from '../../kit/secrets.ts';

/** Seals what a customer tells about itself, its owners and its papers. */
export interface PersonalKey {
  seal(plain: string | Uint8Array, place: Place): Buffer;
  /** Throws when the value was changed, or was sealed for another place. */
  open(sealed: Buffer, place: Place): Buffer;
}

/** The key of a new customer. */
export interface NewPersonalKey extends PersonalKey {
  /** As it is stored. */
  readonly sealedKey: Buffer;
}

export function newPersonalKey(customerId: string, secrets: Secrets): NewPersonalKey {
  const key = randomBytes(32);
  return { ...keyOver(key), sealedKey: secrets.seal(key, placeOf(customerId)) };
}

export function openPersonalKey(sealedKey: Buffer, customerId: string, secrets: Secrets): PersonalKey {
  return keyOver(secrets.open(sealedKey, placeOf(customerId)));
}

export interface Person {
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string;
}

export function personalKeyRows(db: Queryable, secrets: Secrets) {
  return {
    /** Throws when there is none: the customer's data was erased. */
    of: async ({ platformId, customerId }: Person): Promise<PersonalKey> => {
      const [row] = await db.query(sql<{ key: Buffer }>`
        select key from personal_key where platform_id = ${platformId} and customer_id = ${customerId}`);
      if (!row) throw new Error(`The personal data of customer ${customerId} was erased.`);
      return openPersonalKey(row.key, customerId, secrets);
    },
    destroy: async ({ platformId, customerId }: Person): Promise<void> => {
      await db.query(sql`delete from personal_key where platform_id = ${platformId} and customer_id = ${customerId}`);
    },
  };
}

/** A column with the sealed key of each row's customer; null once it is gone. */
export function personalKeyColumn(table: string, customerColumn: 'id' | 'customer_id') {
  const [platform, customer] = [sql.ref(`${table}.platform_id`), sql.ref(`${table}.${customerColumn}`)];
  return sql`(select key from personal_key k where k.platform_id = ${platform} and k.customer_id = ${customer}) as personal_key`;
}

const keyOver = (key: Buffer): PersonalKey => ({
  seal: (plain, place) => encrypt(plain, key, place),
  open: (sealed, place) => decrypt(sealed, key, place),
});

const placeOf = (customerId: string): Place => ({ purpose: 'customers.personal-key', row: customerId });
