// What all tables of a database contain, to find out what a request has changed.
import { Client } from 'pg';

/** A hash of the rows of each table: `transfers.quote`. Without tables that describe processes instead of platforms. */
export async function contentsOf(databaseUrl: string): Promise<Readonly<Record<string, string>>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(tableNames);
    const hashes: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ hash: string }>(
        `select md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as hash from ${name} t`,
      );
      hashes[name] = rows[0]?.hash ?? '';
    }
    return hashes;
  } finally {
    await client.end();
  }
}

const tableNames = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') and tablename not in ('process', 'audit_run')
  order by 1`;
