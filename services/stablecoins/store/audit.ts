// The audit's walk through the mints and burns of all platforms, in the order of their keys, and its findings.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { byPlatform, onlyPlatform } from '../../kit/storage/distributed.ts';
import { settleFindings } from '../../kit/storage/findings.ts';
import { insertInto, tablesOf, unnest } from '../../kit/storage/tables.ts';
import type { Operation } from '../domain/operation.ts';
import { AuditFindingRecord, AuditMarkRecord } from './records.ts';

/** Identifies an operation. */
export type OperationKey = Pick<Operation, 'platformId' | 'id'>;

export interface AuditedOperation
  extends Pick<Operation, 'platformId' | 'id' | 'kind' | 'status' | 'stablecoinId' | 'amount' | 'cents'> {
  /** The currencies of the memo ledger. */
  readonly dollars: string;
  readonly tokens: string;
  /** No step waits to be booked. */
  readonly isBooked: boolean;
}

const tables = tablesOf(AuditMarkRecord, AuditFindingRecord);

const walk = 'all';

export function auditRows(db: Queryable) {
  return {
    /** The last checked operation. Undefined before the first step. */
    async mark(): Promise<OperationKey | undefined> {
      const [row] = await db.query(tables.selectFrom('audit_mark').selectAll().where('walk', '=', walk));
      return row && { platformId: row.platform_id, id: row.operation_id };
    },
    async setMark({ platformId, id }: OperationKey): Promise<void> {
      const position = { platform_id: platformId, operation_id: id };
      const insert = insertInto(AuditMarkRecord, [{ walk, ...position }]);
      await db.query(insert.onConflict((conflict) => conflict.column('walk').doUpdateSet(position)));
    },
    /** The operations behind `after`. */
    next: (after: OperationKey, limit: number): Promise<AuditedOperation[]> =>
      db.query(sql<AuditedOperation>`
        select ${audited()} where (operation.platform_id, operation.id) > (${after.platformId}::uuid, ${after.id}::uuid)
        order by operation.platform_id, operation.id limit ${limit}`),
    some: (keys: readonly OperationKey[]): Promise<readonly AuditedOperation[]> => {
      const run = (own: readonly OperationKey[]) =>
        db.query(sql<AuditedOperation>`
          select ${audited(onlyPlatform(db, own))} join ${listed(own)}
          on operation.platform_id = new.platform_id and operation.id = new.operation_id order by operation.id`);
      return byPlatform(db, keys, { platformOf: ({ platformId }) => platformId, run });
    },
    /** Operations in progress that no job continues: it is written in the commits that begin and accept them. */
    orphans: (): Promise<AuditedOperation[]> =>
      db.query(sql<AuditedOperation>`
        select ${audited()} where status in ('CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING') and not exists (
          select from job where job.platform_id = operation.platform_id and job.key = operation.id::text and died_at is null
            and job.kind = case status when 'CREATED' then 'resolve-operation' else 'follow-operation' end
        ) order by operation.platform_id, operation.id limit ${foundMax}`),
    /** Operations that differed from the ledger. */
    async found(): Promise<OperationKey[]> {
      const all = tables.selectFrom('audit_finding').selectAll();
      const rows = await db.query(all.orderBy('platform_id').orderBy('operation_id').limit(foundMax));
      return rows.map(({ platform_id: platformId, operation_id: id }) => ({ platformId, id }));
    },
    /** Adds and removes findings. */
    settle: (wrong: readonly OperationKey[], resolved: readonly OperationKey[]): Promise<void> =>
      settleFindings(db, findings, { wrong, resolved }),
  };
}

/** `platformId`: of all operations, as a constant for a distributed database. */
const audited = (platformId?: string) => sql`
  operation.platform_id as "platformId", operation.id, kind, status, stablecoin_id as "stablecoinId", amount, cents,
  base_currency as dollars, symbol as tokens,
  not exists (
    select from job where job.platform_id = ${platformId ?? sql.ref('operation.platform_id')} and job.kind = 'book-operation' and died_at is null
      and job.payload ->> 'id' = operation.id::text
  ) as "isBooked"
  from operation join stablecoin on stablecoin.platform_id = operation.platform_id and stablecoin.id = stablecoin_id`;

const findings = { table: 'audit_finding', column: 'operation_id' };
const foundMax = 100;

const listed = (keys: readonly OperationKey[]) =>
  unnest(
    AuditFindingRecord,
    ['platform_id', 'operation_id'],
    keys.map(({ platformId, id }) => ({ platform_id: platformId, operation_id: id })),
  );
