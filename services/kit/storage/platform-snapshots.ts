// Snapshots: the rows of one platform in all tables of a service, as text, from which they are inserted again on the same platform or on
// a fork.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database.ts';
import { childrenFirst, type PlatformTable, platformTables } from './platform-rows.ts';

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
  const tables = async () =>
    (await platformTables(db)).filter(({ name, primary }) => primary[0] === 'platform_id' && !left.has(name));
  const load = async (loading: Loading, isLoaded: (table: PlatformTable) => boolean) => {
    const parentsFirst = childrenFirst(await tables()).toReversed();
    for (const table of parentsFirst.filter(isLoaded)) await db.query(insertion(table, loading));
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

/** A row that the target has kept is overwritten. A job may have been added since its row was loaded. */
function insertion({ name, primary, ...table }: PlatformTable, loading: Loading): RawBuilder<unknown> {
  const { platformId, snapshotId, targetId } = loading;
  const columns = table.columns.filter((column) => !leftColumns[name]?.includes(column));
  const changing = columns.filter((column) => !primary.includes(column));
  const isOverwritten = name !== 'job' && changing.length > 0;
  const change = sql.join(changing.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  return sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(columns.map((column) => sql.ref(`copied.${column}`)))} from snapshot_part part
    cross join lateral json_array_elements(replace(content, ${platformId}::text, ${targetId}::text)::json) with ordinality as element (value, place)
    cross join lateral json_populate_record(null::${sql.table(name)}, element.value) as copied
    where part.platform_id = ${platformId} and part.snapshot_id = ${snapshotId} and part.table_name = ${name}
    order by part.number, element.place
    on conflict ${isOverwritten ? sql`(${sql.join(primary.map((column) => sql.ref(column)))}) do update set ${change}` : sql`do nothing`}`;
}
