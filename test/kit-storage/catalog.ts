// The tables of a migrated database, from its catalog.
import type { Client } from 'pg';

export interface CatalogTable {
  /** `accounts.journal`. */
  readonly name: string;
  readonly columns: readonly CatalogColumn[];
  /** Columns of the primary key, in order. */
  readonly primary: readonly string[];
  /** Columns of each unique constraint or index, in order. */
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly triggers: readonly string[];
}

export interface CatalogColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}

/** All tables of a schema, by name. */
export async function tablesIn(client: Client, schema: string): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(statement, [schema]);
  return rows;
}

const columnsOf = (relation: string, numbers: string) => `
  (select json_agg(a.attname order by n.place) from unnest(${numbers}) with ordinality as n (number, place)
   join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.number)`;

const statement = `
  select format('%s.%s', nspname, relname) as name,
    (select json_agg(json_build_object(
        'name', attname, 'type', format_type(atttypid, atttypmod), 'isNullable', not attnotnull, 'hasDefault', atthasdef or attidentity <> ''
      ) order by attname) from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped) as columns,
    coalesce((select ${columnsOf('t.oid', 'indkey::int2[]')} from pg_index where indrelid = t.oid and indisprimary), '[]') as primary,
    coalesce((select json_agg(${columnsOf('t.oid', 'indkey::int2[]')} order by indexrelid) from pg_index
      where indrelid = t.oid and indisunique and not indisprimary), '[]') as uniques,
    coalesce((select json_agg(json_build_object('columns', ${columnsOf('t.oid', 'conkey')},
        'target', confrelid::regclass::text, 'targetColumns', ${columnsOf('confrelid', 'confkey')}))
      from pg_constraint where conrelid = t.oid and contype = 'f'), '[]') as "foreignKeys",
    coalesce((select json_agg(tgname) from pg_trigger where tgrelid = t.oid and not tgisinternal), '[]') as triggers
  from pg_class t join pg_namespace s on s.oid = relnamespace
  where nspname = $1 and relkind in ('r', 'p') order by relname`;
