// Reseals values under the newest master key, batch by batch, so that earlier keys can be removed.
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Database, Queryable } from './database.ts';
import type { Place, Sealing } from './secrets.ts';

/** A column with values sealed under the master key. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns of the primary key, with their types. */
  readonly key: Readonly<Record<string, 'uuid' | 'text' | 'bigint' | 'int'>>;
  /** Another column that is part of the place. */
  readonly other?: string;
  /** The place of a row's value. Receives these columns of the row, as text. */
  readonly place: (row: Row) => Place;
  /** A condition for rows whose value is sealed. Default: all rows. */
  readonly which?: string;
}

export type Row = Readonly<Record<string, string>>;

/** A sealed column whose place is the single column of its primary key. */
export function sealedById(table: string, column: string, { key, place }: ById): SealedColumn {
  return { table, column, key: { [key]: 'uuid' }, place: (row) => place(row[key] ?? '') };
}

interface ById {
  readonly key: string;
  readonly place: (id: string) => Place;
}

export interface ColumnState {
  readonly table: string;
  readonly column: string;
  /** The newest master key at the start. */
  readonly keyId: Buffer;
  readonly resealed: bigint;
  readonly finishedAt: Date | null;
}

export interface ResealingOptions {
  readonly database: Database;
  readonly secrets: Sealing;
  readonly wall: Clock;
  readonly columns: readonly SealedColumn[];
}

const batchSize = 500;

export function resealing({ database, secrets, wall, columns }: ResealingOptions) {
  const { keyId } = secrets;
  return {
    /** Starts all columns that are not in progress for the newest master key. */
    begin: async (): Promise<void> => {
      await database.query(sql`
        insert into resealing as known (table_name, column_name, master_key_id, resealed)
        select table_name, column_name, ${keyId}, 0
        from unnest(${columns.map(({ table }) => table)}::text[], ${columns.map(({ column }) => column)}::text[])
          as declared (table_name, column_name)
        on conflict (table_name, column_name) do update
        set master_key_id = excluded.master_key_id, position = null, resealed = 0, finished_at = null
        where known.finished_at is not null or known.master_key_id <> excluded.master_key_id`);
    },

    /** Reseals one batch of one column. False if all values are under the newest master key. Repeatable, also concurrently. */
    step: (): Promise<boolean> =>
      database.transaction(async (tx) => {
        const [state] = await tx.query(sql<Progress>`
          select table_name, column_name, position from resealing
          where finished_at is null and master_key_id = ${keyId} order by table_name, column_name limit 1 for update`);
        const column = columns.find(({ table, column: name }) => table === state?.table_name && name === state.column_name);
        if (!state) return false;
        const { resealed, position } = column
          ? await resealBatch(tx, secrets, { column, after: state.position })
          : { resealed: 0, position: undefined }; // a column of another version of the program
        await tx.query(sql`
          update resealing set resealed = resealed + ${resealed}, position = ${position ? [...position] : null}::text[],
            finished_at = ${position ? null : wall.now()}
          where table_name = ${state.table_name} and column_name = ${state.column_name}`);
        return true;
      }),

    states: (): Promise<ColumnState[]> =>
      database.query(sql<ColumnState>`
        select table_name as "table", column_name as "column", master_key_id as "keyId", resealed, finished_at as "finishedAt"
        from resealing order by table_name, column_name`),
  };
}

interface Progress {
  readonly table_name: string;
  readonly column_name: string;
  readonly position: string[] | null;
}

interface Batch {
  readonly column: SealedColumn;
  readonly after: readonly string[] | null;
}

/** Processes the rows after `after` in primary key order. `position`: undefined after the last rows. */
async function resealBatch(tx: Queryable, secrets: Sealing, { column, after }: Batch) {
  const rows = await readBatch(tx, secrets, { column, after });
  const renewed = rows.flatMap(({ row, value }) => {
    if (value === null) return [];
    const place = column.place(row);
    return [{ row, old: value, sealed: secrets.seal(secrets.open(value, place), place) }];
  });
  if (renewed.length > 0) await writeBatch(tx, column, renewed);
  const last = rows.length === batchSize ? rows.at(-1)?.row : undefined;
  return { resealed: renewed.length, position: last && Object.keys(column.key).map((name) => last[name] ?? '') };
}

/** The keys of the rows, and values that are under another master key. */
async function readBatch(tx: Queryable, { keyId }: Sealing, { column, after }: Batch) {
  const keys = Object.entries(column.key);
  const names = sql.join(keys.map(([name]) => sql.ref(name)));
  const shown = [...Object.keys(column.key), ...(column.other === undefined ? [] : [column.other])];
  const texts = sql.join(shown.map((name) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`));
  const behind = sql.join((after ?? []).map((text, at) => sql`${text}::${sql.raw(keys[at]?.[1] ?? 'text')}`));
  const value = sql.ref(column.column);
  const isOld = sql`${value} is not null and substring(${value} for ${keyId.length}) <> ${keyId}
    and ${column.which ? sql.raw(column.which) : sql`true`}`;
  const rows = await tx.query(sql<Record<string, string> & { sealed_value: Buffer | null }>`
    select ${texts}, case when ${isOld} then ${value} end as sealed_value from ${sql.table(column.table)}
    ${after ? sql`where (${names}) > (${behind})` : sql``} order by ${names} limit ${batchSize}`);
  return rows.map(({ sealed_value, ...row }) => ({ row, value: sealed_value }));
}

interface Renewed {
  readonly row: Row;
  readonly old: Buffer;
  readonly sealed: Buffer;
}

/** Skips values that have changed in the meantime: they are already sealed under the newest key. */
async function writeBatch(tx: Queryable, { table, column, key }: SealedColumn, renewed: readonly Renewed[]): Promise<void> {
  const names = Object.keys(key);
  const arrays = Object.entries(key).map(([name, type]) => sql`${renewed.map(({ row }) => row[name] ?? '')}::${sql.raw(type)}[]`);
  const isSame = names.map((name) => sql`${sql.ref(`target.${name}`)} = ${sql.ref(`renewed.${name}`)}`);
  await tx.query(sql`
    update ${sql.table(table)} target set ${sql.ref(column)} = renewed.sealed
    from unnest(${sql.join(arrays)}, ${renewed.map(({ old }) => old)}::bytea[], ${renewed.map(({ sealed }) => sealed)}::bytea[])
      as renewed (${sql.join(names.map((name) => sql.ref(name)))}, old, sealed)
    where ${sql.join(isSame, sql` and `)} and ${sql.ref(`target.${column}`)} = renewed.old`);
}
