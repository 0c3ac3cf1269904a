// Sessions in the database. They are opened and revoked only while their account is locked: `credentials.lockAccount`.
import type { FilterQuery } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { type Row, tablesOf } from '../../kit/storage/tables.ts';
import { activeSessionsMax, type KeyHolder, type Session } from '../domain/wallet/session.ts';
import { type OpenText, personalTexts } from './personal.ts';
import { addToAudit } from './wallet-audit.ts';
import { WalletSessionRecord, type WalletSessionRow } from './wallet-records.ts';

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
  const texts = personalTexts(db, secrets);
  const list = async (where: FilterQuery<WalletSessionRow>, order: 'asc' | 'desc') =>
    texts.all(await db.em.find(WalletSessionRecord, where, { orderBy: { createdAt: order, id: order } }), toDomain);

  return {
    /** Including expired and revoked ones. */
    async find(platformId: string, id: string): Promise<Session | undefined> {
      const row = await db.em.findOne(WalletSessionRecord, { platformId, id });
      return row ? toDomain(row, await texts.openerFor(row)) : undefined;
    },

    async has(platformId: string, id: string): Promise<boolean> {
      return (await db.em.findOne(WalletSessionRecord, { platformId, id })) !== null;
    },

    async isRevoked(platformId: string, id: string): Promise<boolean> {
      const row = await db.em.findOne(WalletSessionRecord, { platformId, id });
      return row?.revokedAt != null;
    },

    /**
     * The session with this key on one of the accounts, including expired and revoked ones. One statement, because every stamp needs it.
     */
    async findByKey({ platformId, accountIds, publicKey }: KeyQuery): Promise<KeyHolder | undefined> {
      const which = { platform_id: platformId, public_key: publicKey };
      const sessions = tables.selectFrom('wallet_session').select(['id', 'credential_id', 'expires_at', 'revoked_at']);
      const ofAccounts = sessions.where('account_id', '=', sql<string>`any(${[...accountIds]}::uuid[])`);
      const latest = ofAccounts.where(({ and }) => and(which)).orderBy('created_at', 'desc');
      const [row] = await db.query(latest.limit(1));
      return row && toKeyHolder(row);
    },

    /** Active sessions, newest first. */
    list: ({ platformId, accountId, now }: { platformId: string; accountId: string; now: Date }): Promise<Session[]> =>
      list({ platformId, accountId, revokedAt: null, expiresAt: { $gt: now } }, 'desc'),

    /** Including expired and revoked ones, oldest first. */
    ofCustomer: ({ platformId, customerId }: Person): Promise<Session[]> => list({ platformId, customerId }, 'asc'),
  };
}

function changes(db: Queryable, secrets: Secrets) {
  const texts = personalTexts(db, secrets);
  const sealedName = (session: Session) => texts.seal(session, nicknamePlace(session.id), session.nickname);
  const revocation = (platformId: string, now: Date) =>
    tables
      .updateTable('wallet_session')
      .set({ revoked_at: now, updated_at: now })
      .where('platform_id', '=', platformId)
      .where('revoked_at', 'is', null);

  return {
    /** Revokes the oldest active ones to make room for another. */
    async makeRoom({ platformId, id, accountId, createdAt: now }: Session): Promise<void> {
      const active = tables.selectFrom('wallet_session').select('id').where('revoked_at', 'is', null).where('id', '<>', id);
      const which = { platform_id: platformId, account_id: accountId };
      const newestFirst = active.where(({ and }) => and(which)).where('expires_at', '>', now);
      const superfluous = newestFirst
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(activeSessionsMax - 1);
      await db.query(revocation(platformId, now).where('id', 'in', superfluous));
    },

    /** The stored session. An existing one was never returned to a caller, and only gets the new key. */
    async keep(session: Session): Promise<Session> {
      const { id, platformId, publicKey } = session;
      const known = await db.em.findOne(WalletSessionRecord, { platformId, id });
      if (known) Object.assign(known, { publicKey });
      else db.em.create(WalletSessionRecord, { ...session, nickname: await sealedName(session) });
      const kept = known ? toDomain(known, await texts.openerFor(known)) : session;
      await addToAudit(db, { platformId, subject: id }, { kind: 'SESSION_OPENED', at: kept.createdAt, publicKey });
      return kept;
    },

    async revoke({ platformId, id }: Pick<Session, 'platformId' | 'id'>, now: Date): Promise<void> {
      await db.query(revocation(platformId, now).where('id', '=', id));
    },

    /** All sessions that these credentials issued, including refreshed ones. */
    async revokeOf(platformId: string, credentialIds: readonly string[], now: Date): Promise<void> {
      const ofCredentials = sql<string>`any(${[...credentialIds]}::uuid[])`;
      await db.query(revocation(platformId, now).where('credential_id', '=', ofCredentials));
    },
  };
}

const tables = tablesOf(WalletSessionRecord);

const nicknamePlace = (id: string): Place => ({ purpose: 'auth.session', row: id });

type HolderRow = Pick<Row<typeof WalletSessionRecord>, 'id' | 'credential_id' | 'expires_at' | 'revoked_at'>;

export function toKeyHolder({ id, credential_id, expires_at, revoked_at }: HolderRow): KeyHolder {
  return { id, credentialId: credential_id, expiresAt: expires_at, ...(revoked_at && { revokedAt: revoked_at }) };
}

function toDomain({ nickname, webauthnId, revokedAt, ...row }: WalletSessionRow, open: OpenText): Session {
  const { id, platformId, accountId, customerId, credentialId, type, publicKey, createdAt, updatedAt, expiresAt } = row;
  return {
    id,
    platformId,
    accountId,
    customerId,
    credentialId,
    type,
    nickname: open(nickname, nicknamePlace(id)),
    ...(webauthnId != null && { webauthnId }),
    publicKey,
    createdAt,
    updatedAt,
    expiresAt,
    ...(revokedAt && { revokedAt }),
  };
}
