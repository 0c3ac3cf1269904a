// Changes of a customer's contact.
import { LockMode } from '@mikro-orm/core';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import type { OtpKind } from '../domain/credential.ts';
import { ContactChangeRecord, type ContactChangeRow, type ContactChangeState } from './credential-records.ts';
import { hashedContact, type OpenText, personalTexts } from './personal.ts';

export interface ContactChange {
  readonly id: string;
  readonly platformId: string;
  readonly customerId: string;
  readonly type: OtpKind;
  /** The contact as written by the customer. */
  readonly nickname: string;
  readonly state: ContactChangeState;
  readonly createdAt: Date;
}

export type ContactChanges = ReturnType<typeof contactChanges>;

export function contactChanges(db: Queryable, secrets: Secrets) {
  const texts = personalTexts(db, secrets);
  const isReserved = async ({ platformId, type }: ContactChange, hashes: readonly Buffer[]) => {
    if (hashes.length === 0) return false;
    const prepared = tables.selectFrom('contact_change').select('id').where('contact_hash', 'in', hashes);
    const which = { platform_id: platformId, type, state: 'PREPARED' } as const;
    return (await db.query(prepared.where(({ and }) => and(which)))).length > 0;
  };
  return {
    /** Locks it until the transaction ends. */
    async lock(platformId: string, id: string): Promise<ContactChange | undefined> {
      const row = await db.em.findOne(ContactChangeRecord, { platformId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      return row ? toDomain(row, await texts.openerFor(row)) : undefined;
    },

    /** Oldest first. */
    async ofCustomer({ platformId, customerId }: Person): Promise<ContactChange[]> {
      const orderBy = { createdAt: 'asc', id: 'asc' } as const;
      return texts.all(await db.em.find(ContactChangeRecord, { platformId, customerId }, { orderBy }), toDomain);
    },

    /** False if it exists, or another prepared change reserves the contact. */
    async insert(change: ContactChange): Promise<boolean> {
      const { id, platformId, customerId, type, state, createdAt } = change;
      const [hash, ...former] = secrets.macs(hashedContact(change));
      if (await isReserved(change, former)) return false;
      const nickname = await texts.seal(change, nicknamePlace(id), change.nickname);
      const names = { platform_id: platformId, id, customer_id: customerId, type };
      const row = { ...names, contact_hash: hash, nickname, state, created_at: createdAt };
      const insert = insertInto(ContactChangeRecord, [row]).onConflict((conflict) => conflict.doNothing());
      return (await db.query(insert.returning('id'))).length === 1;
    },

    /** For a locked one. */
    async end({ platformId, id }: ContactChange, state: 'COMMITTED' | 'CANCELLED'): Promise<void> {
      const row = await db.em.findOneOrFail(ContactChangeRecord, { platformId, id });
      if (row.state === 'PREPARED') Object.assign(row, { state });
    },

    async removeOf({ platformId, customerId }: Person): Promise<void> {
      await db.em.nativeDelete(ContactChangeRecord, { platformId, customerId });
    },
  };
}

const tables = tablesOf(ContactChangeRecord);

const nicknamePlace = (id: string): Place => ({ purpose: 'auth.contact-change', row: id });

function toDomain(
  { id, platformId, customerId, type, nickname, state, createdAt }: ContactChangeRow,
  open: OpenText,
): ContactChange {
  return { id, platformId, customerId, type, nickname: open(nickname, nicknamePlace(id)), state, createdAt };
}
