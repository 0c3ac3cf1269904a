// Sessions in the database. They are opened and revoked only while their account is locked: `credentials.lockAccount`.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { type Person, personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { activeSessionsMax, type Session } from '../domain/wallet/session.ts';
import { type Keyed, openText, sealFor } from './personal.ts';

export type WalletSessions = ReturnType<typeof walletSessions>;

export interface KeyQuery {
  readonly platformId: string;
  readonly accountIds: readonly string[];
  /** Compressed hex. */
  readonly publicKey: string;
}

export function walletSessions(db: Queryable, secrets: Secrets) {
  return { ...reads(db, secrets), ...changes(db, secrets) };
}

function reads(db: Queryable, secrets: Secrets) {
  return {
    /** Expired and revoked ones too. */
    async find(platformId: string, id: string): Promise<Session | undefined> {
      const [row] = await db.query(sql<Row>`${selection} where platform_id = ${platformId} and id = ${id}`);
      return row && toDomain(row, secrets);
    },

    /** The session that has this key on one of the accounts, expired and revoked ones too. */
    async findByKey({ platformId, accountIds, publicKey }: KeyQuery): Promise<Session | undefined> {
      const [row] = await db.query(sql<Row>`
        ${selection} where platform_id = ${platformId} and account_id = any(${[...accountIds]}::uuid[]) and public_key = ${publicKey}
        order by created_at desc limit 1`);
      return row && toDomain(row, secrets);
    },

    /** Active ones, newest first. */
    async list({ platformId, accountId, now }: { platformId: string; accountId: string; now: Date }): Promise<Session[]> {
      const rows = await db.query(sql<Row>`
        ${selection} where platform_id = ${platformId} and account_id = ${accountId} and revoked_at is null and expires_at > ${now}
        order by created_at desc, id desc`);
      return rows.map((row) => toDomain(row, secrets));
    },

    /** Expired and revoked ones too, oldest first. */
    async ofCustomer({ platformId, customerId }: Person): Promise<Session[]> {
      const rows = await db.query(sql<Row>`
        ${selection} where platform_id = ${platformId} and customer_id = ${customerId} order by created_at, id`);
      return rows.map((row) => toDomain(row, secrets));
    },
  };
}

function changes(db: Queryable, secrets: Secrets) {
  return {
    /** Revokes the oldest active ones, so that one more has room. */
    async makeRoom({ id, accountId, createdAt: now }: Session): Promise<void> {
      await db.query(sql`
        update wallet_session set revoked_at = ${now}, updated_at = ${now} where id in (
          select id from wallet_session
          where account_id = ${accountId} and revoked_at is null and expires_at > ${now} and id <> ${id}
          order by created_at desc, id desc offset ${activeSessionsMax - 1})`);
    },

    /** As it is kept: a session that is there already was never told to anybody, and takes the new key alone. */
    async insert(session: Session): Promise<Session> {
      const { id, platformId, accountId, customerId, credentialId, type, webauthnId, publicKey } = session;
      const { createdAt, updatedAt, expiresAt } = session;
      const nickname = await sealFor(db, { ...session, place: nicknamePlace(id), text: session.nickname }, secrets);
      const [row] = await db.query(sql<Row>`
        with opened as (
        insert into wallet_session (id, platform_id, account_id, customer_id, credential_id, type, nickname, webauthn_id, public_key,
                                    created_at, updated_at, expires_at)
        values (${id}, ${platformId}, ${accountId}, ${customerId}, ${credentialId}, ${type}, ${nickname}, ${webauthnId ?? null},
                ${publicKey}, ${createdAt}, ${updatedAt}, ${expiresAt})
        on conflict (id) do update set public_key = excluded.public_key returning *),
        noted as (
        insert into wallet_audit (platform_id, at, kind, subject, public_key)
        select platform_id, created_at, 'SESSION_OPENED', id, public_key from opened)
        ${columnsOf('opened')} from opened`);
      if (!row) throw new TypeError('A session was kept and is not there.');
      return toDomain(row, secrets);
    },

    async revoke(id: string, now: Date): Promise<void> {
      await db.query(
        sql`update wallet_session set revoked_at = ${now}, updated_at = ${now} where id = ${id} and revoked_at is null`,
      );
    },

    /** All that these credentials issued, refreshed ones included. */
    async revokeOf(credentialIds: readonly string[], now: Date): Promise<void> {
      await db.query(sql`
        update wallet_session set revoked_at = ${now}, updated_at = ${now}
        where credential_id = any(${[...credentialIds]}::uuid[]) and revoked_at is null`);
    },
  };
}

const nicknamePlace = (id: string): Place => ({ purpose: 'auth.session', row: id });

const columnsOf = (table: string) => sql`
  select id, platform_id as "platformId", account_id as "accountId", customer_id as "customerId", credential_id as "credentialId",
         type, nickname, webauthn_id as "webauthnId", public_key as "publicKey", created_at as "createdAt",
         updated_at as "updatedAt", expires_at as "expiresAt", revoked_at as "revokedAt", ${personalKeyColumn(table, 'customer_id')}`;

const selection = sql`${columnsOf('wallet_session')} from wallet_session`;

type Row = Omit<Session, 'nickname' | 'webauthnId' | 'revokedAt'> &
  Keyed & { readonly nickname: Buffer; readonly webauthnId: string | null; readonly revokedAt: Date | null };

function toDomain({ nickname: sealed, webauthnId, revokedAt, personal_key, ...row }: Row, secrets: Secrets): Session {
  const nickname = openText({ ...row, personal_key }, { sealed, place: nicknamePlace(row.id) }, secrets);
  return { ...row, nickname, ...(webauthnId !== null && { webauthnId }), ...(revokedAt && { revokedAt }) };
}
