// Every table is defined once: its entity matches the migrated database.
import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { services } from '../../services/all.ts';
import type { Door } from '../../services/kit/service/service.ts';
import { kitTables } from '../../services/kit/storage/records.ts';
import { testDatabase } from '../kit/database.ts';
import { templateOf } from '../kit/doors.ts';
import { type CatalogTable, tablesIn } from './catalog.ts';

const client = new Client({ connectionString: await testDatabase(await templateOf(services)) });
await client.connect();
afterAll(() => client.end());

/** Written by the migrations, before any other table exists. */
const ofMigrations = 'migration';

test.each(services.map((door) => ({ door, name: door.name })))(
  'the entities of $name match its tables',
  async ({ door, name }) => {
    const found = (await tablesIn(client, name)).filter((table) => table.name !== `${name}.${ofMigrations}`);

    expect(found.map(comparable)).toEqual(definedBy(door));
  },
);

/** Foreign keys are in the migration only: an entity has the key column of the other table, and no reference to it. */
function comparable({ name, columns, primary, uniques }: CatalogTable) {
  return { name, columns, primary, uniques: uniques.map(String).toSorted() };
}

/** The tables that the ORM derives from the entities. */
function definedBy({ name, entities = [], tables = [] }: Door) {
  const all = [...kitTables, ...entities, ...tables];
  const orm = new MikroORM({
    entities: all,
    schema: name,
    dbName: 'none',
    ensureDatabase: false,
    metadataCache: { enabled: false },
  });
  return all
    .map((entity) => {
      const { tableName, props, uniques, properties } = orm.getMetadata().get(entity);
      const isNumbered = (property: string) => entity.meta.properties[property as never]?.autoincrement === true; // or the ORM assumes it
      const nameOf = (property: string) => properties[property as never]?.fieldNames?.[0] ?? property;
      const single = props.filter(({ unique }) => unique === true).map(({ name: own }) => own); // the ORM puts a single-column key there
      const keys = [...uniques.map(({ properties: own }) => [own ?? []].flat()), ...single];
      return {
        name: `${name}.${tableName}`,
        columns: props
          .map((one) => columnOf(one, isNumbered(one.name)))
          .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
        primary: props.filter(({ primary }) => primary).map(({ fieldNames }) => fieldNames[0]),
        uniques: keys.map((key) => String([key].flat().map((one) => nameOf(String(one))))).toSorted(),
      };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

interface Property {
  readonly fieldNames: readonly string[];
  readonly columnTypes: readonly string[];
  readonly nullable?: boolean | undefined;
  readonly default?: unknown;
  readonly defaultRaw?: unknown;
}

function columnOf({ fieldNames: [name = ''], columnTypes: [type = ''], ...property }: Property, isNumbered: boolean) {
  const hasDefault = isNumbered || property.default !== undefined || property.defaultRaw !== undefined;
  return { name, type: catalogNameOf(type), isNullable: property.nullable === true, hasDefault };
}

function catalogNameOf(type: string): string {
  return type
    .replace(/^int\b|^serial$/, 'integer')
    .replace('bigserial', 'bigint')
    .replace(/^timestamptz(.*)$/, 'timestamp$1 with time zone');
}
