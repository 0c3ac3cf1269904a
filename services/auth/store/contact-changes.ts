// Changes of a customer's contact, from their preparation to their end.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { OtpKind } from '../domain/credential.ts';

export type ContactChangeState = 'PREPARED' | 'COMMITTED' | 'CANCELLED';

export interface ContactChange {
  readonly id: string;
  readonly platformId: string;
  readonly customerId: string;
  readonly type: OtpKind;
  /** As it is compared. */
  readonly contact: string;
  /** As it was written. */
  readonly nickname: string;
  readonly state: ContactChangeState;
  readonly createdAt: Date;
}

export type ContactChanges = ReturnType<typeof contactChanges>;

export function contactChanges(db: Queryable) {
  return {
    async lock(platformId: string, id: string): Promise<ContactChange | undefined> {
      const [change] = await db.query(sql<ContactChange>`
        select id, platform_id as "platformId", customer_id as "customerId", type, contact, nickname, state, created_at as "createdAt"
        from contact_change where platform_id = ${platformId} and id = ${id} for update`);
      return change;
    },

    /** False when it is there already, or another one that is prepared reserves the contact. */
    async insert({ id, platformId, customerId, type, contact, nickname, state, createdAt }: ContactChange): Promise<boolean> {
      const inserted = await db.query(sql`
        insert into contact_change (id, platform_id, customer_id, type, contact, nickname, state, created_at)
        values (${id}, ${platformId}, ${customerId}, ${type}, ${contact}, ${nickname}, ${state}, ${createdAt})
        on conflict do nothing returning id`);
      return inserted.length === 1;
    },

    async end(id: string, state: 'COMMITTED' | 'CANCELLED'): Promise<void> {
      await db.query(sql`update contact_change set state = ${state} where id = ${id} and state = 'PREPARED'`);
    },
  };
}
