// Statements on a database whose tables are distributed by platform (docs/scaling.md). There, one server runs a statement alone if it names
// its platform as a constant, and a write from a selection if the platform comes from a row. This is the only place that knows how.
import {
  type CompiledQuery,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  type RawBuilder,
  type RawNode,
  sql,
} from 'kysely';
import type pg from 'pg';
import { RecentMap } from '../core/recent-map.ts';
import type { Queryable, Statement } from './queryable.ts';

/** Whether the tables of this service are distributed. Fixed while a process runs: `tools/distribute.ts` refuses a database in use. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`select to_regclass('pg_catalog.pg_dist_partition') is not null as has`);
  if (!rows[0]?.has) return false;
  const { rowCount: own } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('placed_platform')`,
  );
  return Boolean(own);
}

/**
 * Runs work on items of several platforms: on all at once, or platform by platform where the tables are distributed, and then not for no items.
 * Returns the results in the order in which they were made.
 */
export async function byPlatform<Item, Result>(
  { isDistributed: isApart }: Pick<Queryable, 'isDistributed'>,
  items: readonly Item[],
  { platformOf, run }: { platformOf: (item: Item) => string; run: (items: readonly Item[]) => Promise<readonly Result[]> },
): Promise<readonly Result[]> {
  if (!isApart) return run(items);
  const results: Result[] = [];
  for (const own of Map.groupBy(items, platformOf).values()) results.push(...(await run(own)));
  return results;
}

/** A condition on the rows of a table, by its name in the statement. */
export type IsOwn = (table: string) => RawBuilder<boolean>;

/** Rows to change or remove. */
interface Found {
  readonly table: string;
  readonly which: RawBuilder<unknown>;
  /** The column by which the table is distributed. Null for one whose rows are on the coordinator. Default: the platform. */
  readonly by?: string | null | undefined;
}

/**
 * Changes rows of all platforms: in one statement, or in one for each platform where the tables are distributed. `isOwn` is a condition on the
 * rows of each table in a statement. Returns the sum of the results.
 */
export async function eachPlace(
  db: Queryable,
  { table, which, by = 'platform_id' }: Found,
  change: (isOwn: IsOwn) => Promise<number>,
): Promise<number> {
  if (!db.isDistributed || by === null) return change(() => sql`true`);
  const column = sql.ref(by);
  const found = await db.query(sql<{ place: unknown }>`select distinct ${column} as place from ${sql.ref(table)} where ${which}`);
  let count = 0;
  for (const { place } of found) count += await change((name) => sql`${sql.ref(`${name}.${by}`)} = ${place}`);
  return count;
}

/** The platform of items, for a constant in their statement. Undefined if the tables are not distributed. */
export function onlyPlatform(
  { isDistributed: isApart }: Pick<Queryable, 'isDistributed'>,
  items: readonly { readonly platformId: string }[],
): string | undefined {
  return isApart ? items[0]?.platformId : undefined;
}

/** A part of a statement for distributed tables. */
export interface PlacedForm {
  /** The platform of its rows. */
  readonly platformId: string;
  readonly part: RawBuilder<unknown>;
}

const placedForms = new WeakMap<OperationNode, () => PlacedForm | undefined>();

/** Gives a part of a statement another form for distributed tables. It stays as it is if `form` returns nothing. */
export function withPlacedForm(part: RawBuilder<unknown>, form: () => PlacedForm | undefined): RawBuilder<unknown> {
  placedForms.set(part.toOperationNode(), form);
  return part;
}

/**
 * Rows of one platform, the table `new`, as a table of that name with the columns in this order. The platform is that of a stored row: the
 * database sends an insertion from a selection to one server only if it reads the platform there.
 */
export function placedRows(platformId: string, rows: RawBuilder<unknown>, columns: readonly string[]): PlacedForm {
  const shown = columns.map((column) => (column === 'platform_id' ? 'placed_platform.platform_id' : `new."${column}"`));
  const part = sql`(
    select ${sql.raw(shown.join(', '))} from placed_platform cross join ${rows}
    where placed_platform.platform_id = ${platformId}::uuid) as new`;
  return { platformId, part };
}

class PlacingTransformer extends OperationNodeTransformer {
  readonly platforms = new Set<string>();

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    const placed = placedForms.get(node)?.();
    if (!placed) return super.transformRaw(node, queryId);
    this.platforms.add(placed.platformId);
    return this.transformNode(placed.part.toOperationNode() as RawNode, queryId);
  }
}

/** The platforms that a compiled statement reads from rows. */
const platformsOf = new WeakMap<QueryId, ReadonlySet<string>>();

const placing: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => {
    const transformer = new PlacingTransformer();
    const transformed = transformer.transformNode(node, queryId);
    platformsOf.set(queryId, transformer.platforms);
    return transformed;
  },
  transformResult: async ({ result }) => result,
};

/** Platforms whose rows exist, as far as this process has seen in the last second. Absent for a database that is not distributed. */
export interface KnownPlatforms {
  has(platformId: string): boolean;
  note(platformId: string): void;
}

export function knownPlatforms(): KnownPlatforms {
  const untilMs = new RecentMap<string, number>(platformsMax);
  return {
    has: (platformId) => (untilMs.get(platformId) ?? 0) > performance.now(),
    note: (platformId) => void untilMs.set(platformId, performance.now() + knownMs),
  };
}

const platformsMax = 50_000;
/** Less than a failover takes: a standby that lags may have lost the row, and a statement without it would write nothing. */
const knownMs = 1_000;

export interface Placing {
  /** The statement as the database should run it. */
  compile<T>(statement: Statement<T>): CompiledQuery<T>;
  /** The platforms whose rows it requires, as far as they are not known to exist. */
  missing(compiled: CompiledQuery<unknown>): readonly string[];
}

/** For a database, or one of its transactions. */
export function placingOn(kysely: Kysely<unknown>, known: KnownPlatforms | undefined): Placing {
  const plain = kysely.withoutPlugins();
  if (!known) return { compile: (statement) => statement.compile(plain), missing: () => none };
  const apart = plain.withPlugin(placing);
  return {
    compile: (statement) => statement.compile(apart),
    missing: ({ queryId }) => [...(platformsOf.get(queryId) ?? none)].filter((id) => !known.has(id)),
  };
}

const none: readonly string[] = [];

/** A read that locks rows. */
const lockingRead = /^\s*select\b[^]*\bfor (no key )?update\b/i;
/** As a parameter, or as a literal, which the ORM writes. */
const namedPlatform = /platform_id"? = (?:\$(\d+)|'([\da-f-]{36})')/;

/** The platform whose rows a statement reads and locks, if it only reads. */
export function platformLockedBy(text: string, values: readonly unknown[]): string | undefined {
  if (!lockingRead.test(text)) return undefined;
  const [, place, literal] = namedPlatform.exec(text) ?? [];
  return place === undefined ? literal : String(values[Number(place) - 1]);
}

const shareLock = 5;

/**
 * Keeps the rows of the platform $1 on their server until the transaction ends. A move of rows waits for transactions that have written some, but
 * not for those that have only locked some: without this, one could decide by the former rows while another one changes the moved ones.
 */
export const keepingPlace = {
  name: 'keep-place',
  text: `select lock_shard_metadata(${shareLock}, array[get_shard_id_for_distribution_column('placed_platform', $1::uuid)])`,
};

/** Adds the row of a platform. */
export const placingStatement = (platformId: string) =>
  sql`insert into placed_platform (platform_id) values (${platformId}) on conflict do nothing`;
