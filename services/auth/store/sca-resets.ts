// Resets of lost factors in the database. They are changed only while their customer is locked.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, type Row, rowOf, tablesOf } from '../../kit/storage/tables.ts';
import type { Factor } from '../domain/sca/challenge.ts';
import { type ResetState, type ScaReset, statesBefore } from '../domain/sca/reset.ts';
import { type CustomerKey, keyOf } from './sca-customers.ts';
import { ScaResetRecord } from './sca-records.ts';

export type ScaResets = ReturnType<typeof scaResets>;

export function scaResets(db: Queryable) {
  const ofCustomer = (customer: CustomerKey) =>
    tables
      .selectFrom('sca_reset')
      .selectAll()
      .where(({ and }) => and(keyOf(customer)));
  const change = ({ platformId, id }: ScaReset) =>
    tables.updateTable('sca_reset').where('platform_id', '=', platformId).where('id', '=', id);

  return {
    async find(customer: CustomerKey, id: string): Promise<ScaReset | undefined> {
      const [row] = await db.query(ofCustomer(customer).where('id', '=', id));
      return row && toReset(row);
    },

    /** Oldest first. */
    async ofCustomer(customer: CustomerKey): Promise<ScaReset[]> {
      return (await db.query(ofCustomer(customer).orderBy('created_at').orderBy('id'))).map(toReset);
    },

    async startsSince(customer: CustomerKey, since: Date): Promise<Date[]> {
      const rows = await db.query(ofCustomer(customer).where('created_at', '>', since));
      return rows.map((row) => row.created_at);
    },

    /** Expires an open reset of the same factor. */
    async start(reset: ScaReset): Promise<void> {
      const { factor, completedAt = null, enrolledAt = null } = reset;
      const open = tables.updateTable('sca_reset').set({ state: 'EXPIRED' });
      const former = open.where(({ and }) => and({ ...keyOf(reset), factor })).where('state', 'in', statesBefore('expired'));
      await db.query(former);
      await db.query(insertInto(ScaResetRecord, [rowOf(ScaResetRecord, { ...reset, completedAt, enrolledAt })]));
    },

    /** For one whose check could not be started. */
    async remove({ platformId, id }: ScaReset): Promise<void> {
      await db.query(tables.deleteFrom('sca_reset').where('platform_id', '=', platformId).where('id', '=', id));
    },

    async move(reset: ScaReset, state: ResetState): Promise<void> {
      await db.query(change(reset).set({ state }));
    },

    async complete(reset: ScaReset, now: Date): Promise<void> {
      await db.query(change(reset).set({ state: 'COMPLETED', completed_at: now }));
    },

    /** The factor was enrolled again. */
    async noteEnrollment(customer: CustomerKey, factor: Factor, now: Date): Promise<void> {
      const completed = { ...keyOf(customer), factor, state: 'COMPLETED' } as const;
      const enrolled = tables.updateTable('sca_reset').set({ enrolled_at: now });
      await db.query(enrolled.where(({ and }) => and(completed)).where('enrolled_at', 'is', null));
    },
  };
}

const tables = tablesOf(ScaResetRecord);

function toReset(row: Row<typeof ScaResetRecord>): ScaReset {
  const { id, platform_id: platformId, customer_id: customerId, factor, state } = row;
  const { created_at: createdAt, expires_at: expiresAt, completed_at: completedAt, enrolled_at: enrolledAt } = row;
  const known = { id, platformId, customerId, factor, state, createdAt, expiresAt };
  return { ...known, ...(completedAt && { completedAt }), ...(enrolledAt && { enrolledAt }) };
}
