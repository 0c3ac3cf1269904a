// Imports of customers in the database, with the errors of their rows.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, namesOf, type Row, tablesOf, unnest } from '../../kit/storage/tables.ts';
import type { CustomerImport, ImportError } from '../domain/customer-import.ts';
import { CustomerImportErrorRecord, CustomerImportRecord } from './import-records.ts';
import type { Upload } from './upload-parts.ts';

type ImportKey = Pick<CustomerImport, 'platformId' | 'id'>;

export function customerImportRows(db: Queryable) {
  const one = (platformId: string, id: string) => {
    const imports = tables.selectFrom('customer_import').selectAll();
    return imports.where('platform_id', '=', platformId).where('id', '=', id);
  };

  return {
    find: async (platformId: string, id: string): Promise<CustomerImport | undefined> => {
      const [row] = await db.query(one(platformId, id));
      return row && fromRow(row);
    },
    /** Like `find`, and locks: one import of a platform at a time proceeds until the transaction ends. */
    lock: async (platformId: string, id: string): Promise<CustomerImport | undefined> => {
      await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`customers.import ${platformId}`}, 0))`);
      const [row] = await db.query(one(platformId, id).forUpdate());
      return row && fromRow(row);
    },
    /** Ignores an existing import. */
    insert: async (begun: CustomerImport): Promise<void> => {
      const insert = insertInto(CustomerImportRecord, [toRow(begun)]);
      await db.query(insert.onConflict((conflict) => conflict.columns(['platform_id', 'id']).doNothing()));
    },
    /** For a locked import. */
    update: async (after: CustomerImport): Promise<void> => {
      const { platform_id: _, ...row } = toRow(after); // a row never changes its platform
      const update = tables.updateTable('customer_import').set(row);
      await db.query(update.where('platform_id', '=', after.platformId).where('id', '=', after.id));
    },
    /** Whether an import uses this upload. With `isOpen`, one that has not ended. */
    isNamed: async ({ platformId, uploadId }: Upload, { isOpen }: { readonly isOpen: boolean }): Promise<boolean> => {
      const named = tables.selectFrom('customer_import').select('id').where('platform_id', '=', platformId);
      const all = named.where('upload_id', '=', uploadId);
      const found = await db.query(isOpen ? all.where('completed_at', 'is', null) : all);
      return found.length > 0;
    },
    addErrors: async ({ platformId, id }: ImportKey, errors: readonly ImportError[]): Promise<void> => {
      if (errors.length === 0) return;
      const rows = errors.map((error) => toErrorRow({ platformId, id }, error));
      await db.query(sql`
        insert into customer_import_error (${namesOf(errorColumns)}) select * from ${unnest(CustomerImportErrorRecord, errorColumns, rows)}`);
    },
    /** In the order of the rows. */
    errorsOf: async ({ platformId, id }: ImportKey): Promise<ImportError[]> => {
      const errors = tables.selectFrom('customer_import_error').selectAll().where('platform_id', '=', platformId);
      return (await db.query(errors.where('import_id', '=', id).orderBy('row_number'))).map(toError);
    },
  };
}

const tables = tablesOf(CustomerImportRecord, CustomerImportErrorRecord);

type ImportRow = Row<typeof CustomerImportRecord>;
type ErrorRow = Row<typeof CustomerImportErrorRecord>;

const errorColumns = ['platform_id', 'import_id', 'row_number', 'correlation_id', 'code', 'message', 'details'] as const;

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

function toErrorRow({ platformId, id }: ImportKey, { rowNumber, correlationId, details, ...same }: ImportError): ErrorRow {
  const named = { platform_id: platformId, import_id: id, row_number: rowNumber, correlation_id: correlationId };
  return { ...same, ...named, details: details ?? null };
}

function toError(row: ErrorRow): ImportError {
  const { code, message, details } = row;
  return { rowNumber: row.row_number, correlationId: row.correlation_id, code, message, details: details ?? undefined };
}
