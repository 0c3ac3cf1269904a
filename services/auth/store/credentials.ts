// Credentials in the database.
import type { FilterQuery } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { insertInto, rowOf, tablesOf } from '../../kit/storage/tables.ts';
import { type Credential, isOtp, type OtpKind } from '../domain/credential.ts';
import { CredentialRecord, type CredentialRow } from './credential-records.ts';
import { hashedContact, type OpenText, personalTexts } from './personal.ts';

export type Credentials = ReturnType<typeof credentials>;

export function credentials(db: Queryable, secrets: Secrets) {
  return { ...reads(db, secrets), ...locks(db), ...changes(db, secrets) };
}

function reads(db: Queryable, secrets: Secrets) {
  const texts = personalTexts(db, secrets);
  /** Oldest first. */
  const list = async (where: FilterQuery<CredentialRow>) =>
    texts.all(await db.em.find(CredentialRecord, where, { orderBy: { createdAt: 'asc', id: 'asc' } }), toDomain);

  return {
    async find(platformId: string, id: string): Promise<Credential | undefined> {
      const row = await db.em.findOne(CredentialRecord, { platformId, id });
      return row ? toDomain(row, await texts.openerFor(row)) : undefined;
    },

    /** Whether it exists. */
    async has(platformId: string, id: string): Promise<boolean> {
      return (await db.em.findOne(CredentialRecord, { platformId, id })) !== null;
    },

    ofAccount: (platformId: string, accountId: string): Promise<Credential[]> => list({ platformId, accountId }),

    ofCustomer: (platformId: string, customerId: string): Promise<Credential[]> => list({ platformId, customerId }),

    /** The credentials that use a customer's contact. */
    tied: ({ platformId, customerId, type }: Tie): Promise<Credential[]> => list({ platformId, customerId, type }),

    /** The credential of the account for this passkey. */
    async passkeyHolder({ platformId, accountId, webauthnId }: PasskeyOf): Promise<string | undefined> {
      const row = await db.em.findOne(CredentialRecord, { platformId, accountId, webauthnId });
      return row?.id;
    },

    /** Whether any credential uses this contact, the customer's own included, or a prepared change reserves it. */
    async isInUse({ platformId, customerId, type }: Tie, nickname: string): Promise<boolean> {
      const hashes = [...secrets.macs(hashedContact({ platformId, type, nickname }))];
      const rows = await db.query(sql`
        select 1 from credential
        where platform_id = ${platformId} and type = ${type} and contact_hash = any(${hashes}::bytea[])
        union all
        select 1 from contact_change
        where platform_id = ${platformId} and type = ${type} and contact_hash = any(${hashes}::bytea[]) and customer_id <> ${customerId}
          and state = 'PREPARED' limit 1`);
      return rows.length > 0;
    },
  };
}

function locks(db: Queryable) {
  return {
    /**
     * Locks the account until the transaction ends: credentials are added, removed and proven, and sessions opened and ended, under this
     * lock.
     */
    async lockAccount(accountId: string): Promise<void> {
      await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`credentials of ${accountId}`}, 0))`);
    },

    /**
     * Locks the credential until the transaction ends: codes are sent and passkeys challenged under this lock. False if it does not exist.
     */
    async lock(platformId: string, id: string): Promise<boolean> {
      const credential = tables.selectFrom('credential').select('id').where('platform_id', '=', platformId);
      return (await db.query(credential.where('id', '=', id).forNoKeyUpdate())).length === 1;
    },
  };
}

function changes(db: Queryable, secrets: Secrets) {
  const texts = personalTexts(db, secrets);
  return {
    /** False if it exists: the operation was repeated, or the account has a code of its type, or the passkey. */
    async insert(credential: Credential): Promise<boolean> {
      const nickname = await texts.seal(credential, nicknamePlace(credential.id), credential.nickname);
      const contactHash = isOtp(credential) ? secrets.mac(hashedContact(credential)) : null;
      const row = { ...credential, nickname, contactHash, webauthnId: credential.webauthnId ?? null };
      const insert = insertInto(CredentialRecord, [rowOf(CredentialRecord, row)]).onConflict((conflict) => conflict.doNothing());
      return (await db.query(insert.returning('id'))).length === 1;
    },

    async touch(credential: CredentialKey, now: Date): Promise<void> {
      await db.query(change(credential).set({ updated_at: now }));
    },

    /** Written immediately, not at the end of the transaction, because codes end only while their credential is locked. */
    async changeContact(credentials: readonly Credential[], { platformId, type, nickname, now }: ContactUpdate): Promise<void> {
      const contact_hash = secrets.mac(hashedContact({ platformId, type, nickname }));
      for (const credential of credentials) {
        const sealed = await texts.seal(credential, nicknamePlace(credential.id), nickname);
        await db.query(change(credential).set({ contact_hash, nickname: sealed, updated_at: now }));
      }
    },

    /** With their codes and failures. */
    async removeAll(platformId: string, ids: readonly string[]): Promise<void> {
      await db.em.nativeDelete(CredentialRecord, { platformId, id: { $in: [...ids] } });
    },
  };
}

const tables = tablesOf(CredentialRecord);

type CredentialKey = Pick<Credential, 'platformId' | 'id'>;

const change = ({ platformId, id }: CredentialKey) =>
  tables.updateTable('credential').where('platform_id', '=', platformId).where('id', '=', id);

export interface Tie {
  readonly platformId: string;
  readonly customerId: string;
  readonly type: OtpKind;
}

interface PasskeyOf {
  readonly platformId: string;
  readonly accountId: string;
  readonly webauthnId: string;
}

export interface ContactUpdate {
  readonly platformId: string;
  readonly type: OtpKind;
  readonly nickname: string;
  readonly now: Date;
}

const nicknamePlace = (id: string): Place => ({ purpose: 'auth.credential', row: id });

function toDomain({ nickname, webauthnId, ...row }: CredentialRow, open: OpenText): Credential {
  const { id, platformId, accountId, customerId, type, createdAt, updatedAt } = row;
  const owner = { id, platformId, accountId, customerId, type };
  const own = { nickname: open(nickname, nicknamePlace(id)), ...(webauthnId != null && { webauthnId }) };
  return { ...owner, ...own, createdAt, updatedAt };
}
