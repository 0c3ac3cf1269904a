// Delegated keys in the database.
import type { FilterQuery } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { type KeyedRow, openerOf, type Person, personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { insertInto, type Row, rowOf, tablesOf } from '../../kit/storage/tables.ts';
import { type DelegatedKey, delegatedKeyMoves } from '../domain/delegated-key.ts';
import { DelegatedKeyRecord, type DelegatedKeyRow } from './delegated-key-records.ts';
import { type OpenText, personalTexts } from './personal.ts';

export type DelegatedKeys = ReturnType<typeof delegatedKeys>;

/** Filters of a list, combined with AND. */
export interface KeyFilter {
  readonly platformId: string;
  readonly accountId?: string | undefined;
  readonly fundingSourceId?: string | undefined;
}

export interface SigningKey {
  readonly publicKey: string;
  /** The private key, 32 bytes. */
  readonly scalar: Buffer;
}

export function delegatedKeys(db: Queryable, secrets: Secrets) {
  return { ...reads(db, secrets), ...changes(db, secrets) };
}

function reads(db: Queryable, secrets: Secrets) {
  const texts = personalTexts(db, secrets);
  const one = async (where: FilterQuery<DelegatedKeyRow>) => {
    const row = await db.em.findOne(DelegatedKeyRecord, where);
    return row ? toDomain(row, await texts.openerFor(row)) : undefined;
  };
  const list = async (where: FilterQuery<DelegatedKeyRow>, order: 'asc' | 'desc') =>
    texts.all(await db.em.find(DelegatedKeyRecord, where, { orderBy: { createdAt: order, id: order } }), toDomain);

  return {
    find: (platformId: string, id: string) => one({ platformId, id }),

    /** The key whose permissions this request signs. */
    ofPolicyRequest: (platformId: string, policyRequestId: string) => one({ platformId, policyRequestId }),

    activeOf: (platformId: string, fundingSourceId: string) => one({ platformId, fundingSourceId, status: 'ACTIVE' }),

    /** Newest first. */
    list: ({ platformId, accountId, fundingSourceId }: KeyFilter): Promise<DelegatedKey[]> =>
      list({ platformId, ...(accountId && { accountId }), ...(fundingSourceId && { fundingSourceId }) }, 'desc'),

    /** Oldest first. */
    ofCustomer: ({ platformId, customerId }: Person): Promise<DelegatedKey[]> => list({ platformId, customerId }, 'asc'),

    /** Those of the funding sources that have an ACTIVE key. */
    async withActive(platformId: string, fundingSourceIds: readonly string[]): Promise<string[]> {
      const active = tables.selectFrom('delegated_key').select('funding_source_id').where('platform_id', '=', platformId);
      const those = active.where('funding_source_id', '=', sql<string>`any(${[...fundingSourceIds]}::uuid[])`);
      return (await db.query(those.where('status', '=', 'ACTIVE'))).map((row) => row.funding_source_id);
    },

    /** One statement, because every card payment reads it. */
    async signingKeyOf(platformId: string, fundingSourceId: string): Promise<SigningKey | undefined> {
      const [row] = await db.query(sql<SigningRow>`
        select id, customer_id, public_key, private_key, ${personalKeyColumn('delegated_key', 'customer_id', platformId)} from delegated_key
        where platform_id = ${platformId} and funding_source_id = ${fundingSourceId} and status = 'ACTIVE'`);
      const opener = row && openerOf(row, secrets);
      if (!opener || !row.private_key) return undefined;
      return { publicKey: row.public_key, scalar: opener.open(row.private_key, privateKeyPlace(row.id)) };
    },
  };
}

type SigningRow = Pick<Row<typeof DelegatedKeyRecord>, 'id' | 'public_key' | 'private_key'> & KeyedRow;

function changes(db: Queryable, secrets: Secrets) {
  const { allowed } = delegatedKeyMoves.PENDING;
  const { revoked } = delegatedKeyMoves.ACTIVE;
  const revocation = (platformId: string, now: Date) =>
    tables
      .updateTable('delegated_key')
      .set({ status: revoked, private_key: null, updated_at: now })
      .where('platform_id', '=', platformId)
      .where('status', '=', 'ACTIVE');

  return {
    /** Keeps an existing key. */
    async insert(key: DelegatedKey, scalar: Uint8Array): Promise<void> {
      const { id } = key;
      const personal = await personalKeys(db, secrets).of(key);
      const nickname = personal.seal(key.nickname, nicknamePlace(id));
      const privateKey = personal.seal(scalar, privateKeyPlace(id));
      const insert = insertInto(DelegatedKeyRecord, [rowOf(DelegatedKeyRecord, { ...key, nickname, privateKey })]);
      await db.query(insert.onConflict((conflict) => conflict.columns(['platform_id', 'id']).doNothing()));
    },

    /** Requires the lock of its funding source. Ignores a key that was already activated or revoked. */
    async activate({ platformId, id }: DelegatedKey, now: Date): Promise<void> {
      const row = await db.em.findOneOrFail(DelegatedKeyRecord, { platformId, id });
      if (row.status === 'PENDING') Object.assign(row, { status: allowed, updatedAt: now });
    },

    /** False if it is not ACTIVE. */
    revoke: async ({ platformId, id }: DelegatedKey, now: Date): Promise<boolean> =>
      (await db.query(revocation(platformId, now).where('id', '=', id).returning('id'))).length === 1,
    revokeOfSource: async (platformId: string, id: string, now: Date): Promise<void> =>
      void (await db.query(revocation(platformId, now).where('funding_source_id', '=', id))),
    async revokeOfAccounts(platformId: string, ids: readonly string[], now: Date): Promise<void> {
      await db.query(revocation(platformId, now).where('account_id', '=', sql<string>`any(${[...ids]}::uuid[])`));
    },
  };
}

const tables = tablesOf(DelegatedKeyRecord);

const nicknamePlace = (id: string): Place => ({ purpose: 'auth.delegated-key.nickname', row: id });
const privateKeyPlace = (id: string): Place => ({ purpose: 'auth.delegated-key', row: id });

function toDomain({ nickname, ...row }: DelegatedKeyRow, open: OpenText): DelegatedKey {
  const { id, platformId, fundingSourceId, cardId, accountId, customerId, publicKey, policyRequestId, status } = row;
  return {
    id,
    platformId,
    fundingSourceId,
    cardId,
    accountId,
    customerId,
    nickname: open(nickname, nicknamePlace(id)),
    publicKey,
    policyRequestId,
    status,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
