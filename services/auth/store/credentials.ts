// Credentials in the database.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { type Credential, isOtp, type OtpKind } from '../domain/credential.ts';
import { hashedContact, type Keyed, openText, sealFor } from './personal.ts';

export type Credentials = ReturnType<typeof credentials>;

export function credentials(db: Queryable, secrets: Secrets) {
  return { ...reads(db, secrets), ...changes(db, secrets) };
}

function reads(db: Queryable, secrets: Secrets) {
  const found = async (rest: RawBuilder<unknown>) =>
    (await db.query(sql<Row>`${selection} ${rest}`)).map((row) => toDomain(row, secrets));

  return {
    async find(platformId: string, id: string): Promise<Credential | undefined> {
      const [credential] = await found(sql`where platform_id = ${platformId} and id = ${id}`);
      return credential;
    },

    /** The same; nobody else changes it, its codes or its proofs until the transaction ends. */
    async lock(platformId: string, id: string): Promise<Credential | undefined> {
      const [credential] = await found(sql`where platform_id = ${platformId} and id = ${id} for no key update of credential`);
      return credential;
    },

    /** Oldest first. */
    ofAccount: (platformId: string, accountId: string): Promise<Credential[]> =>
      found(sql`where platform_id = ${platformId} and account_id = ${accountId} order by created_at, id`),

    ofCustomer: (platformId: string, customerId: string): Promise<Credential[]> =>
      found(sql`where platform_id = ${platformId} and customer_id = ${customerId} order by created_at, id`),

    /** The credential of the account that is this passkey. */
    async passkeyHolder(accountId: string, webauthnId: string): Promise<string | undefined> {
      const [row] = await db.query(sql<{ id: string }>`
        select id from credential where account_id = ${accountId} and webauthn_id = ${webauthnId}`);
      return row?.id;
    },

    /** The credentials to which a customer's codes go. */
    tied: ({ platformId, customerId, type }: Tie): Promise<Credential[]> =>
      found(sql`
        where platform_id = ${platformId} and customer_id = ${customerId} and type = ${type} and contact_hash is not null order by id`),

    /** Whether codes go to this contact, the customer's own among them, or somebody else's will when a prepared change is committed. */
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

function changes(db: Queryable, secrets: Secrets) {
  return {
    /** From now until the transaction ends, nobody else adds, removes or proves a credential of the account, opens or ends its sessions. */
    async lockAccount(accountId: string): Promise<void> {
      await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`credentials of ${accountId}`}, 0))`);
    },

    /** False when it is there already: the same operation repeated, the code of its type, or the passkey. */
    async insert(credential: Credential): Promise<boolean> {
      const { id, platformId, accountId, customerId, type, webauthnId, createdAt, updatedAt } = credential;
      const nickname = await sealFor(db, { ...credential, place: nicknamePlace(id), text: credential.nickname }, secrets);
      const hash = isOtp(credential) ? secrets.mac(hashedContact(credential)) : null;
      const inserted = await db.query(sql`
        insert into credential (id, platform_id, account_id, customer_id, type, nickname, contact_hash, webauthn_id, created_at,
                                updated_at)
        values (${id}, ${platformId}, ${accountId}, ${customerId}, ${type}, ${nickname}, ${hash}, ${webauthnId ?? null},
                ${createdAt}, ${updatedAt})
        on conflict do nothing returning id`);
      return inserted.length === 1;
    },

    async touch(id: string, now: Date): Promise<void> {
      await db.query(sql`update credential set updated_at = ${now} where id = ${id}`);
    },

    async changeContact(credentials: readonly Credential[], { platformId, type, nickname, now }: ContactUpdate): Promise<void> {
      const hash = secrets.mac(hashedContact({ platformId, type, nickname }));
      for (const { id, customerId } of credentials) {
        const sealed = await sealFor(db, { platformId, customerId, place: nicknamePlace(id), text: nickname }, secrets);
        await db.query(sql`
          update credential set contact_hash = ${hash}, nickname = ${sealed}, updated_at = ${now} where id = ${id}`);
      }
    },

    /** With their codes and failures. */
    async removeAll(ids: readonly string[]): Promise<void> {
      await db.query(sql`delete from credential where id = any(${[...ids]}::uuid[])`);
    },
  };
}

export interface Tie {
  readonly platformId: string;
  readonly customerId: string;
  readonly type: OtpKind;
}

export interface ContactUpdate {
  readonly platformId: string;
  readonly type: OtpKind;
  readonly nickname: string;
  readonly now: Date;
}

const nicknamePlace = (id: string): Place => ({ purpose: 'auth.credential', row: id });

const selection = sql`
  select id, platform_id as "platformId", account_id as "accountId", customer_id as "customerId", type, nickname,
         webauthn_id as "webauthnId", created_at as "createdAt", updated_at as "updatedAt",
         ${personalKeyColumn('credential', 'customer_id')}
  from credential`;

type Row = Omit<Credential, 'nickname' | 'webauthnId'> &
  Keyed & { readonly nickname: Buffer; readonly webauthnId: string | null };

function toDomain({ nickname: sealed, webauthnId, personal_key, ...row }: Row, secrets: Secrets): Credential {
  const nickname = openText({ ...row, personal_key }, { sealed, place: nicknamePlace(row.id) }, secrets);
  return { ...row, nickname, ...(webauthnId !== null && { webauthnId }) };
}
