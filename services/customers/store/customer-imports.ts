// Imports of customers in the database, and the errors of their rows.
import type { JsonObject } from '@bufbuild/protobuf';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { CustomerImport, ImportError, ImportStatus } from '../domain/customer-import.ts';
import { insertion } from './keyset.ts';

export function customerImportRows(db: Queryable) {
  const one = async (statement: RawBuilder<ImportRow>) => {
    const [row] = await db.query(statement);
    return row && fromRow(row);
  };

  return {
    find: (platformId: string, id: string) =>
      one(sql`select * from customer_import where platform_id = ${platformId} and id = ${id}`),
    /** Like `find`; of the imports of a platform, one at a time goes on until the transaction ends. */
    lock: async (platformId: string, id: string) => {
      await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`customers.import ${platformId}`}, 0))`);
      return one(sql`select * from customer_import where platform_id = ${platformId} and id = ${id} for update`);
    },
    /** Nothing happens when an import with this id was begun before. */
    insert: async (begun: CustomerImport): Promise<void> => {
      await db.query(insertion('customer_import', toRow(begun)));
    },
    update: async (after: CustomerImport): Promise<void> => {
      const changes = Object.entries(toRow(after)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
      await db.query(sql`update customer_import set ${sql.join(changes)} where id = ${after.id}`);
    },
    /** Whether an import is of this upload. With `isOpen`, one that has not ended. */
    isNamed: async (uploadId: string, { isOpen }: { readonly isOpen: boolean }): Promise<boolean> => {
      const found = await db.query(sql`
        select from customer_import where upload_id = ${uploadId} and (completed_at is null or not ${isOpen}) limit 1`);
      return found.length > 0;
    },
    addErrors: async (importId: string, errors: readonly ImportError[]): Promise<void> => {
      if (errors.length === 0) return;
      await db.query(sql`
        insert into customer_import_error (import_id, row_number, correlation_id, code, message, details)
        select ${importId}, row_number, correlation_id, code, message, details::jsonb
        from unnest(
          ${errors.map(({ rowNumber }) => rowNumber)}::int[],
          ${errors.map(({ correlationId }) => correlationId)}::text[],
          ${errors.map(({ code }) => code)}::text[],
          ${errors.map(({ message }) => message)}::text[],
          ${errors.map(({ details }) => details && JSON.stringify(details))}::text[]
        ) as new (row_number, correlation_id, code, message, details)`);
    },
    /** In the order of the rows. */
    errorsOf: async (importId: string): Promise<ImportError[]> => {
      const rows = await db.query(
        sql<ErrorRow>`select * from customer_import_error where import_id = ${importId} order by row_number`,
      );
      return rows.map(toError);
    },
  };
}

interface ImportRow {
  id: string;
  platform_id: string;
  status: ImportStatus;
  upload_id: string;
  columns: string[] | null;
  position: number;
  total: number;
  successful: number;
  failed: number;
  created_at: Date;
  completed_at: Date | null;
}

interface ErrorRow {
  row_number: number;
  correlation_id: string;
  code: string;
  message: string;
  details: JsonObject | null;
}

function toRow({ platformId, uploadId, columns, createdAt, completedAt, ...same }: CustomerImport): ImportRow {
  return {
    ...same,
    platform_id: platformId,
    upload_id: uploadId,
    columns: columns ? [...columns] : null,
    created_at: createdAt,
    completed_at: completedAt ?? null,
  };
}

function fromRow({ platform_id, upload_id, columns, created_at, completed_at, ...same }: ImportRow): CustomerImport {
  return {
    ...same,
    platformId: platform_id,
    uploadId: upload_id,
    columns: columns ?? undefined,
    createdAt: created_at,
    completedAt: completed_at ?? undefined,
  };
}

function toError(row: ErrorRow): ImportError {
  const { code, message, details } = row;
  return { rowNumber: row.row_number, correlationId: row.correlation_id, code, message, details: details ?? undefined };
}
