// Changes of a customer's contact, from their preparation to their end.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { type Person, personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import type { OtpKind } from '../domain/credential.ts';
import { hashedContact, type Keyed, openText, sealFor } from './personal.ts';

export type ContactChangeState = 'PREPARED' | 'COMMITTED' | 'CANCELLED';

export interface ContactChange {
  readonly id: string;
  readonly platformId: string;
  readonly customerId: string;
  readonly type: OtpKind;
  /** The contact as it was written. */
  readonly nickname: string;
  readonly state: ContactChangeState;
  readonly createdAt: Date;
}

export type ContactChanges = ReturnType<typeof contactChanges>;

export function contactChanges(db: Queryable, secrets: Secrets) {
  return {
    async lock(platformId: string, id: string): Promise<ContactChange | undefined> {
      const [row] = await db.query(
        sql<Row>`${selection} where platform_id = ${platformId} and id = ${id} for update of contact_change`,
      );
      return row && toDomain(row, secrets);
    },

    /** Oldest first. */
    async ofCustomer({ platformId, customerId }: Person): Promise<ContactChange[]> {
      const rows = await db.query(sql<Row>`
        ${selection} where platform_id = ${platformId} and customer_id = ${customerId} order by created_at, id`);
      return rows.map((row) => toDomain(row, secrets));
    },

    /** False when it is there already, or another one that is prepared reserves the contact. */
    async insert(change: ContactChange): Promise<boolean> {
      const { id, platformId, customerId, type, state, createdAt } = change;
      const [hash, ...former] = secrets.macs(hashedContact(change));
      const nickname = await sealFor(db, { ...change, place: nicknamePlace(id), text: change.nickname }, secrets);
      const inserted = await db.query(sql`
        insert into contact_change (id, platform_id, customer_id, type, contact_hash, nickname, state, created_at)
        select ${id}::uuid, ${platformId}::uuid, ${customerId}::uuid, ${type}, ${hash}, ${nickname}, ${state}, ${createdAt}::timestamptz
        where not exists (
          select from contact_change where platform_id = ${platformId} and type = ${type}
            and contact_hash = any(${former}::bytea[]) and state = 'PREPARED')
        on conflict do nothing returning id`);
      return inserted.length === 1;
    },

    async end(id: string, state: 'COMMITTED' | 'CANCELLED'): Promise<void> {
      await db.query(sql`update contact_change set state = ${state} where id = ${id} and state = 'PREPARED'`);
    },

    async removeOf({ platformId, customerId }: Person): Promise<void> {
      await db.query(sql`delete from contact_change where platform_id = ${platformId} and customer_id = ${customerId}`);
    },
  };
}

const nicknamePlace = (id: string): Place => ({ purpose: 'auth.contact-change', row: id });

const selection = sql`
  select id, platform_id as "platformId", customer_id as "customerId", type, nickname, state, created_at as "createdAt",
         ${personalKeyColumn('contact_change', 'customer_id')}
  from contact_change`;

type Row = Omit<ContactChange, 'nickname'> & Keyed & { readonly nickname: Buffer };

function toDomain({ personal_key, nickname: sealed, ...row }: Row, secrets: Secrets): ContactChange {
  return { ...row, nickname: openText({ ...row, personal_key }, { sealed, place: nicknamePlace(row.id) }, secrets) };
}
