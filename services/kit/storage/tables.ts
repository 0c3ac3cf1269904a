// Tables for statements: entities provide the types for Kysely, and the columns of written rows.
import { type EntitySchemaWithMeta, type InferEntity, UnderscoreNamingStrategy } from '@mikro-orm/core';
import type { InferKyselyDB, InferKyselyTable } from '@mikro-orm/sql';
import {
  DummyDriver,
  type InsertQueryBuilder,
  type InsertResult,
  type InsertType,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely';
import type { WriteArray } from './arrays.ts';
import * as arrays from './arrays.ts';
import { type PlacedForm, placedRows, withPlacedForm } from './distributed.ts';

const naming = new UnderscoreNamingStrategy();

/** The result of `defineEntity`. */
export type Entity = EntitySchemaWithMeta;

type Columns<E extends Entity> = InferKyselyTable<E>;

/** A row as read. Columns have their database names. */
export type Row<E extends Entity> = Selectable<Columns<E>>;

/** A row to insert. Every column is required, an empty one as `null`; only columns with a default may be omitted. */
export type NewRow<E extends Entity> = {
  [C in keyof Columns<E> as undefined extends InsertType<Columns<E>[C]> ? never : C]: InsertType<Columns<E>[C]>;
} & {
  [C in keyof Columns<E> as undefined extends InsertType<Columns<E>[C]> ? C : never]?: InsertType<Columns<E>[C]>;
};

/** A row by the names of its entity's properties, as the ORM reads and writes it. Every column is named, an empty one as `null`. */
export type Properties<E extends Entity> = {
  [P in keyof InferEntity<E> & string]-?: Exclude<InferEntity<E>[P], undefined>;
};

/** All columns of a table under the names of the properties: a statement that selects them reads what the ORM would. */
export function propertiesOf(entity: Entity): RawBuilder<unknown> {
  const names = Object.keys(entity.meta.properties);
  return sql.raw(names.map((name) => `"${naming.propertyToColumnName(name)}" as "${name}"`).join(', ')); // compiled once
}

/** What the ORM would write, as a row to insert. */
export function rowOf<E extends Entity>(_entity: E, properties: Properties<E>): NewRow<E> {
  const columns = Object.entries(properties).map(([name, value]) => [naming.propertyToColumnName(name), value]);
  return Object.fromEntries(columns) as NewRow<E>;
}

/** Kysely's builder for statements on these tables. `Queryable.query` runs them. */
export function tablesOf<const Entities extends readonly Entity[]>(
  ..._entities: Entities
): Kysely<InferKyselyDB<Entities[number]>> {
  return builder as Kysely<InferKyselyDB<Entities[number]>>;
}

const builder = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type TableName<E extends Entity> = keyof InferKyselyDB<E> & string;

/** Inserts complete rows. `onConflict` and `returning` can follow. */
export function insertInto<E extends Entity>(
  entity: E,
  rows: readonly NewRow<E>[],
): InsertQueryBuilder<InferKyselyDB<E>, TableName<E>, InsertResult> {
  const types = typesOf(entity);
  const written = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, encoded(value, types.get(column))])),
  );
  return tablesOf(entity)
    .insertInto(tableOf(entity))
    .values(written as never);
}

/** One complete row, as text without a builder, for hot statements: `insert into … (…) values (…)`. */
export function insertRow<E extends Entity>(entity: E, row: NewRow<E>): RawBuilder<unknown> {
  const types = typesOf(entity);
  const columns = Object.keys(row);
  const values = columns.map((column) => encoded(row[column as keyof NewRow<E>], types.get(column)));
  return sql`insert into ${sql.raw(`"${tableOf(entity)}"`)} (${namesOf(columns)}) values (${sql.join(values)})`;
}

/**
 * Rows as a table for a set-based statement, `unnest(…) as new (kind, key, …)`: one array per column, with its SQL type. The text does not
 * depend on the number of rows. A statement that writes two tables gives both. Where the tables are distributed, the rows must be of one
 * platform (`byPlatform`), so that one server runs the statement.
 */
export function unnest<
  E extends Entity,
  Other extends Entity = E,
  C extends keyof (Row<E> & Row<Other>) & string = keyof (Row<E> & Row<Other>) & string,
>(
  entity: E | readonly [E, Other],
  columns: readonly C[],
  rows: readonly { readonly [Column in C]: (Row<E> & Row<Other>)[Column] | null }[],
): RawBuilder<unknown> {
  const { parts, arrayOf } = unnestOf(entity, columns);
  const together = sql(parts, ...arrayOf.map((write) => write(rows)));
  return withPlacedForm(together, () => placedOf(entity, columns, rows));
}

/** Undefined unless the rows are of one platform. */
function placedOf<C extends string>(
  entity: Entity | readonly Entity[],
  columns: readonly C[],
  rows: readonly { readonly [Column in C]: unknown }[],
): PlacedForm | undefined {
  const [platformId, another] = new Set(rows.map((row: { readonly platform_id?: string }) => row.platform_id));
  if (platformId === undefined || another !== undefined) return undefined;
  const others = columns.filter((column) => column !== 'platform_id');
  const { parts, arrayOf } = unnestOf(entity, others.length > 0 ? others : columns); // as many rows as there are
  return placedRows(platformId, sql(parts, ...arrayOf.map((write) => write(rows))), columns);
}

/** Prepared once for the same columns: the parts of the text, and what writes the array of each column between them. */
interface Unnest {
  readonly parts: TemplateStringsArray;
  readonly arrayOf: readonly ((rows: readonly Readonly<Record<string, unknown>>[]) => Buffer)[];
}

const unnests = new WeakMap<Entity, Map<string, Unnest>>();

function unnestOf(entity: Entity | readonly Entity[], columns: readonly string[]): Unnest {
  const entities = [entity].flat();
  const [first, other] = entities;
  if (!first) throw new Error('Rows have at least one table.');
  const ofFirst = unnests.get(first) ?? new Map<string, Unnest>();
  unnests.set(first, ofFirst);
  const name = `${other?.meta.name ?? ''} ${columns.join()}`;
  const known = ofFirst.get(name) ?? compileUnnest(new Map(entities.flatMap((one) => [...typesOf(one)])), columns);
  ofFirst.set(name, known);
  return known;
}

/** Columns in a list, of `table` if several have them. One part of the statement: compiling one per name costs more than sending them. */
export function namesOf(columns: readonly string[], table?: string): RawBuilder<unknown> {
  const prefix = table === undefined ? '' : `"${table}".`;
  return sql.raw(columns.map((column) => `${prefix}"${column}"`).join(', '));
}

/** `"state" = "new"."state", …`: an update from the rows of `unnest`. */
export const assignmentsOf = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.raw(columns.map((column) => `"${column}" = "new"."${column}"`).join(', '));

/** A fragment without parameters, as one part of the statements that contain it: they compile its text, not its parts. */
export function compiledOnce<T>(fragment: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = fragment.compile(builder);
  if (parameters.length > 0) throw new Error('The fragment has parameters.');
  return sql.raw(text);
}

/** One array per column, with its SQL type. */
function compileUnnest(types: ReadonlyMap<string, string>, columns: readonly string[]): Unnest {
  const typed = columns.map((column) => ({ column, type: types.get(column) ?? 'text' }));
  const between = typed.map(({ type }, index) => `::${type}[]${index + 1 < typed.length ? ', ' : ''}`);
  const end = `${between.pop() ?? ''}) as new (${columns.map((column) => `"${column}"`).join(', ')})`;
  const texts = ['unnest(', ...between, end];
  const parts = Object.assign(texts, { raw: [...texts] });
  return { parts, arrayOf: typed.map(writerOf) };
}

function writerOf({ column, type }: { readonly column: string; readonly type: string }): Unnest['arrayOf'][number] {
  const write = writers.get(type);
  if (!write) throw new Error(`Arrays of ${type} cannot be written (column ${column}).`);
  return (rows) => write(rows, (row) => encoded(row[column], type) as never);
}

const writers: ReadonlyMap<string, WriteArray<never>> = new Map<string, WriteArray<never>>([
  ['uuid', arrays.uuids],
  ['text', arrays.texts],
  ['int', arrays.ints],
  ['smallint', arrays.smallints],
  ['bigint', arrays.bigints],
  ['boolean', arrays.booleans],
  ['date', arrays.dates],
  ['timestamptz', arrays.times],
  ['jsonb', arrays.jsons],
  ['bytea', arrays.byteStrings],
]);

export function tableOf<E extends Entity>(entity: E): TableName<E> {
  return entity.meta.tableName as TableName<E>;
}

/** The driver would write a JSON array as a database array. */
const encoded = (value: unknown, type: string | undefined) =>
  type === 'jsonb' && value !== null ? JSON.stringify(value) : value;

const known = new WeakMap<Entity, ReadonlyMap<string, string>>();

/** The type of each column, from the definition alone, so that the ORM need not have discovered the entity. */
function typesOf(entity: Entity): ReadonlyMap<string, string> {
  const types = known.get(entity) ?? new Map(Object.entries(entity.meta.properties).map(columnOf));
  known.set(entity, types);
  return types;
}

function columnOf([name, { type, columnType }]: [string, { type: unknown; columnType?: unknown }]): [string, string] {
  const column = naming.propertyToColumnName(name);
  if (typeof columnType === 'string') return [column, columnType];
  const { name: found = '' } = typeof type === 'function' ? type : (type?.constructor ?? {});
  const sqlType = typeNames.get(found);
  if (!sqlType) throw new Error(`The SQL type of the column ${column} is not known.`);
  return [column, sqlType];
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['UuidType', 'uuid'],
  ['TextType', 'text'],
  ['IntegerType', 'int'],
  ['SmallIntType', 'smallint'],
  ['BigIntType', 'bigint'],
  ['BooleanType', 'boolean'],
  ['DateTimeType', 'timestamptz'],
  ['DateType', 'date'],
  ['JsonType', 'jsonb'],
  ['BlobType', 'bytea'],
  ['ArrayType', 'text[]'],
]);
