// Snapshots: the rows of one platform in all tables of a service, as text, from which they are inserted again on the same platform or on
// a fork.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database.ts';
import { placedRows, withPlacedForm } from './distributed.ts';
import { childrenFirst, isDirectory, type PlatformTable, platformTables } from './platform-rows.ts';
import { namesOf } from './tables.ts';

/** Rows per part. */
const partSize = 1_000;

/** Copied jobs are claimed by no process. Their ids are only for claims. */
const leftColumns: Readonly<Record<string, readonly string[]>> = { job: ['id', 'claim', 'locked_until', 'holder'] };

export interface SnapshotKey {
  readonly platformId: string;
  /** uuid. */
  readonly snapshotId: string;
}

export interface Loading extends SnapshotKey {
  /** The platform that gets the rows. Its id replaces that of the snapshot's platform everywhere. */
  readonly targetId: string;
}

/** `left`: tables whose rows are never copied, in addition to directories. */
export function platformSnapshots(db: Queryable, left: ReadonlySet<string>) {
  const tables = async () => (await platformTables(db)).filter((table) => !isDirectory(table) && !left.has(table.name));
  const load = async (loading: Loading, isLoaded: (table: PlatformTable) => boolean) => {
    const parentsFirst = childrenFirst(await tables()).toReversed();
    for (const table of parentsFirst.filter(isLoaded)) {
      if (db.isDistributed) await loadApart(db, table, loading);
      else await db.query(insertion(table, writable(table), rowsOfParts(table, loading)));
    }
  };
  return {
    /** Changes with any row of the platform: the versions of rows only increase. */
    async state(platformId: string): Promise<string> {
      const counts = (await tables()).map(
        ({ name }) => sql`
          select ${name}::text as name, count(*) as count, coalesce(sum(xmin::text::bigint), 0) as versions
          from ${sql.table(name)} where platform_id = ${platformId}`,
      );
      const rows = await db.query(sql<{ state: string }>`
        select concat_ws(' ', name, count, versions) as state from (${sql.join(counts, sql` union all `)}) counted order by name`);
      return rows.map(({ state }) => state).join(', ');
    },

    async take(key: SnapshotKey): Promise<void> {
      await drop(db, key);
      for (const table of await tables()) await db.query(capture(table, key));
    },

    /** The rows of the target were removed before, or are overwritten. */
    loadRows: (loading: Loading): Promise<void> => load(loading, ({ name }) => name !== 'job'),

    async loadJobs(loading: Loading): Promise<void> {
      await load(loading, ({ name }) => name === 'job');
      db.notify('job');
    },

    drop: (key: SnapshotKey) => drop(db, key),
  };
}

async function drop(db: Queryable, { platformId, snapshotId }: SnapshotKey): Promise<void> {
  await db.query(sql`delete from snapshot_part where platform_id = ${platformId} and snapshot_id = ${snapshotId}`);
}

function capture({ name, numbering }: PlatformTable, { platformId, snapshotId }: SnapshotKey): RawBuilder<unknown> {
  const order = numbering === null ? sql`` : sql`order by ${sql.ref(`stored.${numbering}`)}`;
  return sql`
    insert into snapshot_part (platform_id, snapshot_id, table_name, number, content)
    select platform_id, ${snapshotId}, ${name}, place / ${sql.lit(partSize)}, json_agg(content order by place)::text
    from (
      select platform_id, (row_number() over (${order}))::int - 1 as place, to_json(stored) as content
      from ${sql.table(name)} stored where platform_id = ${platformId}
    ) numbered group by platform_id, place / ${sql.lit(partSize)}`;
}

/** Where the tables are distributed: part by part, because those of the snapshot may be on another server than the target. */
async function loadApart(db: Queryable, table: PlatformTable, { platformId, snapshotId, targetId }: Loading): Promise<void> {
  for (let number = 0; ; number += 1) {
    const [part] = await db.query(sql<{ content: string; count: number }>`
      select replace(content, ${platformId}::text, ${targetId}::text) as content, json_array_length(content::json) as count from snapshot_part
      where platform_id = ${platformId} and snapshot_id = ${snapshotId} and table_name = ${table.name} and number = ${number}`);
    if (!part) return;
    const made = await valuesMade(db, table, part.count);
    const columns = [...writable(table), ...(made ? [made.column] : [])];
    const rows = withPlacedForm(sql``, () => placedRows(targetId, rowsOfContent(table, part.content, made), columns));
    await db.query(insertion(table, columns, rows));
  }
}

/** Values of a column, one for each row. */
interface Made {
  readonly column: string;
  readonly values: RawBuilder<unknown>;
}

/** Of a column with a default. The coordinator would collect the rows to add it, and prepare the transaction. */
async function valuesMade(db: Queryable, { name, numbering }: PlatformTable, count: number): Promise<Made | undefined> {
  if (name === 'job') return { column: 'id', values: sql`${Array.from({ length: count }, () => randomUUID())}::uuid[]` };
  if (numbering === null) return undefined;
  const rows = await db.query(sql<{ number: bigint }>`
    select nextval(pg_get_serial_sequence(quote_ident(${name}), ${numbering})) as number from generate_series(1, ${count}::int)`);
  return { column: numbering, values: sql`${rows.map(({ number }) => number)}::bigint[]` };
}

/** The rows of a table as `new`, from all parts of the snapshot. */
function rowsOfParts(table: PlatformTable, { platformId, snapshotId, targetId }: Loading): RawBuilder<unknown> {
  return sql`(
    select ${namesOf(writable(table), 'copied')} from snapshot_part part
    cross join lateral json_array_elements(replace(content, ${platformId}::text, ${targetId}::text)::json) with ordinality as element (value, place)
    cross join lateral json_populate_record(null::${sql.table(table.name)}, element.value) as copied
    where part.platform_id = ${platformId} and part.snapshot_id = ${snapshotId} and part.table_name = ${table.name}
    order by part.number, element.place) as new`;
}

/** The same, from the content of one part. */
function rowsOfContent(table: PlatformTable, content: string, made: Made | undefined): RawBuilder<unknown> {
  const madeColumn = made ? sql`, (${made.values})[element.place] as ${sql.ref(made.column)}` : sql``;
  return sql`(
    select ${namesOf(writable(table), 'copied')}${madeColumn} from json_array_elements(${content}::json) with ordinality as element (value, place)
    cross join lateral json_populate_record(null::${sql.table(table.name)}, element.value) as copied) as new`;
}

const writable = ({ name, columns }: PlatformTable) => columns.filter((column) => !leftColumns[name]?.includes(column));

/** A row that the target has kept is overwritten. A job may have been added since its row was loaded. */
function insertion(table: PlatformTable, columns: readonly string[], rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const { name, primary } = table;
  const changing = writable(table).filter((column) => !primary.includes(column));
  const isOverwritten = name !== 'job' && changing.length > 0;
  const change = sql.join(changing.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  return sql`
    insert into ${sql.table(name)} (${namesOf(columns)}) overriding system value
    select ${namesOf(columns, 'new')} from ${rows}
    on conflict ${isOverwritten ? sql`(${namesOf(primary)}) do update set ${change}` : sql`do nothing`}`;
}
