// Mints and burns in the database, and how many a platform has requested in the current minute.
import { LockMode } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { countOf, type Listing, newest, type Stretch } from '../../kit/storage/keyset.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, type Properties, rowOf } from '../../kit/storage/tables.ts';
import type { Operation, OperationKind } from '../domain/operation.ts';
import { OperationRecord, type OperationRow } from './records.ts';

/** An undefined field filters nothing. */
export interface OperationFilter {
  readonly platformId: string;
  readonly stablecoinId: string;
  readonly kind: OperationKind | undefined;
}

/** A number of operations per period, in real time. */
export interface OperationLimit {
  readonly count: number;
  readonly windowMs: number;
}

export function operationRows(db: Queryable, secrets: Sealing) {
  const { toRow, toDomain } = convertersWith(secrets);
  const one = async (found: Promise<OperationRow | null>) => {
    const row = await found;
    return row ? toDomain(row) : undefined;
  };

  return {
    find: (platformId: string, id: string) => one(db.em.findOne(OperationRecord, { platformId, id })),
    /** Locks the operation until the transaction ends. */
    lock: (platformId: string, id: string) =>
      one(db.em.findOne(OperationRecord, { platformId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE })),
    /** False if it exists. */
    insert: async (operation: Operation): Promise<boolean> => {
      const insert = insertInto(OperationRecord, [rowOf(OperationRecord, toRow(operation))]);
      const rows = await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('id'));
      return rows.length > 0;
    },
    /** Of a locked operation. */
    update: async (operation: Operation): Promise<void> => {
      const { platformId, id } = operation;
      Object.assign(await db.em.findOneOrFail(OperationRecord, { platformId, id }), toRow(operation));
    },
    page: async (filter: OperationFilter, stretch: Stretch): Promise<Operation[]> =>
      (await newest<OperationRow>(db, listingOf(filter), stretch)).map(toDomain),
    count: (filter: OperationFilter) => countOf(db, listingOf(filter)),
    /** When the next operation of the platform is allowed, if it has reached the limit. */
    fullUntil: async (platformId: string, { count, windowMs }: OperationLimit, now: Date): Promise<Date | undefined> => {
      const ended = new Date(now.getTime() - windowMs);
      const [row] = await db.query(sql<{ since: Date }>`
        select since from operation_window
        where platform_id = ${platformId} and since > ${ended} and operations >= ${count}`);
      return row && new Date(row.since.getTime() + windowMs);
    },
    /** Counts an operation of the platform. False if it exceeds the limit. */
    countIn: async (platformId: string, { count, windowMs }: OperationLimit, now: Date): Promise<boolean> => {
      const ended = new Date(now.getTime() - windowMs);
      const counted = await db.query(sql`
        insert into operation_window as current (platform_id, since, operations) values (${platformId}, ${now}, 1)
        on conflict (platform_id) do update set
          since = case when current.since <= ${ended} then excluded.since else current.since end,
          operations = case when current.since <= ${ended} then 1 else current.operations + 1 end
        where current.since <= ${ended} or current.operations < ${count}
        returning 1`);
      return counted.length > 0;
    },
  };
}

function listingOf({ platformId, stablecoinId, kind }: OperationFilter): Listing {
  const conditions: RawBuilder<unknown>[] = [sql`platform_id = ${platformId}`, sql`stablecoin_id = ${stablecoinId}`];
  if (kind !== undefined) conditions.push(sql`kind = ${kind}`);
  return { entity: OperationRecord, conditions };
}

const placeOf = (id: string): Place => ({ purpose: 'stablecoins.operation-description', row: id });

export const sealedDescriptions: SealedColumn = {
  table: 'operation',
  column: 'description',
  key: { platform_id: 'uuid', id: 'uuid' },
  place: ({ id = '' }) => placeOf(id),
};

function convertersWith(secrets: Sealing) {
  const sealed = ({ id, description }: Operation) => (description === undefined ? null : secrets.seal(description, placeOf(id)));
  const opened = ({ id, description }: OperationRow) =>
    description ? secrets.open(description, placeOf(id)).toString() : undefined;
  return {
    toRow: (operation: Operation) => toRow(operation, sealed(operation)),
    toDomain: (row: OperationRow) => toDomain(row, opened(row)),
  };
}

function toRow(operation: Operation, description: Buffer | null): Properties<typeof OperationRecord> {
  return {
    ...operation,
    description,
    sourceAccountId: operation.sourceAccountId ?? null,
    rail: operation.rail ?? null,
    acceptedAt: operation.acceptedAt ?? null,
    funding: operation.funding ?? null,
    expiresAt: operation.expiresAt ?? null,
    providerStatuses: [...operation.providerStatuses],
    failureReason: operation.failureReason ?? null,
    sandboxOutcome: operation.sandboxOutcome ?? null,
  };
}

function toDomain(row: OperationRow, description: string | undefined): Operation {
  return {
    ...row,
    description,
    sourceAccountId: row.sourceAccountId ?? undefined,
    rail: row.rail ?? undefined,
    acceptedAt: row.acceptedAt ?? undefined,
    funding: row.funding ?? undefined,
    expiresAt: row.expiresAt ?? undefined,
    failureReason: row.failureReason ?? undefined,
    sandboxOutcome: row.sandboxOutcome ?? undefined,
  };
}
