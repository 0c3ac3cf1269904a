// The bytes columns of all services, those declared as sealed under the master key, and the first bytes of their values.
import type { Client } from 'pg';
import { services } from '../../services/all.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';

interface Column {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

export const declaredColumns = services.flatMap(({ name: schema, sealed = [] }) =>
  sealed.map((column) => ({ schema, ...column })),
);

/** `accounts.external_account.details` */
export const nameOf = ({ schema, table, column }: Column) => `${schema}.${table}.${column}`;

export async function columnsOfBytes(database: Client): Promise<Column[]> {
  const { rows } = await database.query<Column>(
    `select table_schema as schema, table_name as "table", column_name as "column" from information_schema.columns
     where data_type = 'bytea' and table_schema = any($1) order by 1, 2, 3`,
    [services.map(({ name }) => name)],
  );
  return rows;
}

/** The columns whose values begin with a master key id, except key probes. */
export async function columnsUnderKey(database: Client, key: Buffer): Promise<string[]> {
  const { keyId } = openSecrets([key]);
  const found: string[] = [];
  for (const { schema, table, column } of await columnsOfBytes(database)) {
    if (table === 'master_key' || column === 'master_key_id') continue;
    const { rowCount } = await database.query(
      `select from "${schema}"."${table}" where substring("${column}" for 4) = $1 limit 1`,
      [keyId],
    );
    if (rowCount) found.push(nameOf({ schema, table, column }));
  }
  return found;
}
