// Delegated keys and the funding sources of cards in the database.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { openerOf, type Person, personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { type DelegatedKey, delegatedKeyMoves, type FundingSource } from '../domain/delegated-key.ts';
import { type Keyed, openText } from './personal.ts';

export type FundingSources = ReturnType<typeof fundingSources>;
export type DelegatedKeys = ReturnType<typeof delegatedKeys>;

export function fundingSources(db: Queryable) {
  return {
    async find({ platformId, cardId, accountId }: Omit<FundingSource, 'id'>): Promise<FundingSource | undefined> {
      const [source] = await db.query(sql<FundingSource>`
        select id, platform_id as "platformId", card_id as "cardId", account_id as "accountId"
        from card_funding_source where platform_id = ${platformId} and card_id = ${cardId} and account_id = ${accountId}`);
      return source;
    },

    /** Nobody else activates a key of it, or takes it away, until the transaction ends. False when it is gone. */
    async lock(id: string): Promise<boolean> {
      return (await db.query(sql`select 1 from card_funding_source where id = ${id} for update`)).length === 1;
    },

    async insert({ id, platformId, cardId, accountId }: FundingSource): Promise<void> {
      await db.query(sql`
        insert into card_funding_source (id, platform_id, card_id, account_id)
        values (${id}, ${platformId}, ${cardId}, ${accountId}) on conflict do nothing`);
    },

    async remove(platformId: string, id: string): Promise<void> {
      await db.query(sql`delete from card_funding_source where platform_id = ${platformId} and id = ${id}`);
    },
  };
}

/** What keys are listed by; both narrow together. */
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
  const found = async (rest: RawBuilder<unknown>) =>
    (await db.query(sql<Row>`${selection} where ${rest}`)).map((row) => toDomain(row, secrets));
  const one = async (where: RawBuilder<unknown>) => (await found(where))[0];

  return {
    find: (platformId: string, id: string) => one(sql`platform_id = ${platformId} and id = ${id}`),

    /** The key that is to be signed for by this request. */
    ofPolicyRequest: (requestId: string) => one(sql`policy_request_id = ${requestId}`),

    activeOf: (fundingSourceId: string) => one(sql`funding_source_id = ${fundingSourceId} and status = 'ACTIVE'`),

    /** Newest first. */
    list({ platformId, ...filter }: KeyFilter): Promise<DelegatedKey[]> {
      const [accountId, fundingSourceId] = [filter.accountId ?? null, filter.fundingSourceId ?? null];
      return found(sql`
        platform_id = ${platformId} and (${accountId}::uuid is null or account_id = ${accountId})
          and (${fundingSourceId}::uuid is null or funding_source_id = ${fundingSourceId})
        order by created_at desc, id desc`);
    },

    /** Oldest first. */
    ofCustomer: ({ platformId, customerId }: Person): Promise<DelegatedKey[]> =>
      found(sql`platform_id = ${platformId} and customer_id = ${customerId} order by created_at, id`),

    async signingKeyOf(platformId: string, fundingSourceId: string): Promise<SigningKey | undefined> {
      const [row] = await db.query(sql<Keyed & Sealed>`
        select id, customer_id as "customerId", public_key as "publicKey", private_key as "privateKey",
               ${personalKeyColumn('delegated_key', 'customer_id')}
        from delegated_key
        where platform_id = ${platformId} and funding_source_id = ${fundingSourceId} and status = 'ACTIVE'`);
      const opener = row && openerOf({ ...row, customer_id: row.customerId }, secrets);
      return opener && { publicKey: row.publicKey, scalar: opener.open(row.privateKey, privateKeyPlace(row.id)) };
    },
  };
}

function changes(db: Queryable, secrets: Secrets) {
  const { allowed } = delegatedKeyMoves.PENDING;
  const { revoked } = delegatedKeyMoves.ACTIVE;
  const revoke = (where: RawBuilder<unknown>, now: Date) =>
    db.query(sql`
      update delegated_key set status = ${revoked}, private_key = null, updated_at = ${now}
      where status = 'ACTIVE' and ${where} returning id`);

  return {
    /** A key that is there already stays as it is. */
    async insert(key: DelegatedKey, scalar: Uint8Array): Promise<void> {
      const { id, platformId, fundingSourceId, cardId, accountId, customerId, publicKey, policyRequestId } = key;
      const personal = await personalKeys(db, secrets).of(key);
      const nickname = personal.seal(key.nickname, nicknamePlace(id));
      const privateKey = personal.seal(scalar, privateKeyPlace(id));
      await db.query(sql`
        insert into delegated_key (id, platform_id, funding_source_id, card_id, account_id, customer_id, nickname, public_key,
                                   private_key, policy_request_id, status, created_at, updated_at)
        values (${id}, ${platformId}, ${fundingSourceId}, ${cardId}, ${accountId}, ${customerId}, ${nickname}, ${publicKey},
                ${privateKey}, ${policyRequestId}, ${key.status}, ${key.createdAt}, ${key.updatedAt})
        on conflict (id) do nothing`);
    },

    async activate(id: string, now: Date): Promise<void> {
      await db.query(
        sql`update delegated_key set status = ${allowed}, updated_at = ${now} where id = ${id} and status = 'PENDING'`,
      );
    },

    /** False when it is not ACTIVE. */
    revoke: async (id: string, now: Date): Promise<boolean> => (await revoke(sql`id = ${id}`, now)).length === 1,
    revokeOfSource: async (id: string, now: Date): Promise<void> => void (await revoke(sql`funding_source_id = ${id}`, now)),
    revokeOfAccounts: async (ids: readonly string[], now: Date): Promise<void> =>
      void (await revoke(sql`account_id = any(${[...ids]}::uuid[])`, now)),
  };
}

const nicknamePlace = (id: string): Place => ({ purpose: 'auth.delegated-key.nickname', row: id });
const privateKeyPlace = (id: string): Place => ({ purpose: 'auth.delegated-key', row: id });

const selection = sql`
  select id, platform_id as "platformId", funding_source_id as "fundingSourceId", card_id as "cardId", account_id as "accountId",
         customer_id as "customerId", nickname, public_key as "publicKey", policy_request_id as "policyRequestId", status,
         created_at as "createdAt", updated_at as "updatedAt", ${personalKeyColumn('delegated_key', 'customer_id')}
  from delegated_key`;

type Row = Omit<DelegatedKey, 'nickname'> & Keyed & { readonly nickname: Buffer };

interface Sealed {
  readonly id: string;
  readonly publicKey: string;
  readonly privateKey: Buffer;
}

function toDomain({ nickname: sealed, personal_key, ...row }: Row, secrets: Secrets): DelegatedKey {
  return { ...row, nickname: openText({ ...row, personal_key }, { sealed, place: nicknamePlace(row.id) }, secrets) };
}
