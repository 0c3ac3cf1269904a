// Calls the functions of stores with specimens, and records their statements.
import { join } from 'node:path';
import type { CompiledQuery, Kysely, OperationNode } from 'kysely';
import type { Database, Statement } from '../../services/kit/storage/database.ts';
import { knownPlatforms, placingOn, placingStatement } from '../../services/kit/storage/distributed.ts';
import { type Entity, tablesOf } from '../../services/kit/storage/tables.ts';
import { type Shape, specimen } from './specimen.ts';

export interface StoreStatement {
  readonly sql: string;
  /** Kysely's form of the text. Absent for text that was written by hand. */
  readonly node?: OperationNode;
  /** Names of the functions that execute it. */
  readonly by: Set<string>;
  /** Whether all properties of its arguments were defined. */
  readonly isWhole: boolean;
}

/** A search, update or deletion by the ORM. */
export interface EntityLookup {
  readonly entity: Entity;
  readonly properties: readonly string[];
  readonly by: string;
}

export interface StoreWork {
  readonly statements: readonly StoreStatement[];
  readonly lookups: readonly EntityLookup[];
}

const shapes: readonly (Shape & { finds: boolean })[] = [true, false].flatMap((finds) => [
  { isFull: true, hasAll: true, finds },
  { isFull: true, hasAll: false, finds },
  { isFull: false, hasAll: false, finds },
]);

/** The statements of all functions that a file exports, and of those that they return; those for distributed tables, or the others. */
export async function workOf(file: string, isDistributed = false): Promise<StoreWork> {
  const exported = Object.entries<unknown>(await import(join('../..', file)));
  const record = new Recorder();
  for (const shape of shapes) {
    const any = specimen(shape);
    const database = databaseFor({ record, any, finds: shape.finds, isDistributed });
    record.isWhole = shape.isFull;
    for (const [name, one] of exported.filter(([own]) => !isEndless(own))) {
      record.by = name;
      const made = [await outcome(one, [database, any, any]), await outcome(one, [any, database, any])];
      for (const rows of made.filter((each) => each && typeof each === 'object')) await callAll(rows as object, record, any);
    }
  }
  return { statements: [...record.statements.values()], lookups: record.lookups };
}

/** Whether it starts a loop, or waits for a server. */
const isEndless = (name: string) => name.startsWith('start') || name === 'openDatabase';

async function callAll(rows: object, record: Recorder, any: object): Promise<void> {
  if ('text' in rows && typeof rows.text === 'string') return record.statement({ sql: rows.text });
  for (const [name, method] of Object.entries(rows)) {
    record.by = name;
    await outcome(method, [any, any, any]);
  }
}

/** A function that cannot handle specimens ends early. Its statements until then count. */
async function outcome(call: unknown, given: readonly unknown[]): Promise<unknown> {
  if (typeof call !== 'function' || /^class\b/.test(String(call))) return undefined;
  try {
    return await call(...given);
  } catch {
    return undefined;
  }
}

class Recorder {
  readonly statements = new Map<string, StoreStatement>();
  readonly lookups: EntityLookup[] = [];
  /** The function that is being called. */
  by = '';
  isWhole = true;

  statement({ sql, node }: Pick<StoreStatement, 'sql' | 'node'>): void {
    const known = this.statements.get(sql) ?? { sql, ...(node && { node }), by: new Set(), isWhole: this.isWhole };
    this.statements.set(sql, known);
    known.by.add(this.by);
  }

  lookup(entity: unknown, where: unknown): void {
    const isEntity = typeof entity === 'object' && entity !== null && 'meta' in entity;
    if (isEntity) this.lookups.push({ entity: entity as Entity, properties: propertiesIn(where), by: this.by });
  }
}

/** Returns a, b and c for `{ a, $and: [{ b }, { c }] }`. */
function propertiesIn(where: unknown): string[] {
  const { $and: parts = [], ...rest } = (where ?? {}) as { $and?: readonly unknown[] };
  return [...Object.keys(rest), ...parts.flatMap(propertiesIn)];
}

interface Fake {
  readonly record: Recorder;
  readonly any: object;
  readonly finds: boolean;
  readonly isDistributed: boolean;
}

function databaseFor({ record, any, finds, isDistributed }: Fake): Partial<Database> {
  const { compile, missing } = placingOn(tablesOf() as unknown as Kysely<unknown>, isDistributed ? knownPlatforms() : undefined);
  let asked = 0;
  const rows = () => (asked++ < 500 && finds ? [any] : []); // or a sweep would never end
  const found = async () => rows()[0] ?? null;
  const lookUp = (answer: () => Promise<unknown>) => (entity: unknown, where: unknown) => {
    record.lookup(entity, where);
    return answer();
  };
  const em = {
    findOne: lookUp(found),
    findOneOrFail: lookUp(async () => any),
    find: lookUp(async () => rows()),
    count: lookUp(async () => 1),
    nativeUpdate: lookUp(async () => 1),
    nativeDelete: lookUp(async () => 1),
  };
  const query = async (statement: Statement<never>) => {
    if (typeof statement.compile !== 'function') return rows() as never[];
    const compiled = compile(statement);
    for (const platformId of missing(compiled)) recordCompiled(record, compile(placingStatement(platformId)));
    recordCompiled(record, compiled);
    return rows() as never[];
  };
  const database = {
    em: new Proxy(em, { get: (own, name) => Reflect.get(name in own ? own : any, name) }) as never,
    query,
    read: query,
    batch: query,
    notify: () => undefined,
    wake: () => undefined,
    isDistributed,
    listen: async () => async () => undefined,
    transaction: (work: (tx: never) => Promise<never>) => work(database as never),
    life: { holder: 1, dead: () => [1], isDead: () => false },
  };
  return database;
}

const recordCompiled = (record: Recorder, { sql, query }: CompiledQuery) => record.statement({ sql, node: query });
