// How long single jobs and events of other platforms wait beside one platform with 100,000 due ones.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { jobRows, startJobs } from '../../services/kit/background/jobs.ts';
import { outboxRows, startRelay } from '../../services/kit/background/outbox.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { silent } from '../../services/kit/core/log.ts';
import { type Database, openDatabase } from '../../services/kit/storage/database.ts';
import { kitMigrations } from '../../services/kit/storage/kit-migrations.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import type { Machine } from '../kit/machine.ts';
import { percentile } from '../kit/rounds.ts';
import { ratio, type Table, whole } from '../kit/table.ts';

const busyCount = 100_000;
const quietCount = 50;
const everyMs = 50;
const secrets = openSecrets([Buffer.alloc(32, 7)]);

/** Calls back with the name of each job or event that is done, until it is stopped. */
type Work = (database: Database, onDone: (name: string) => void) => { stop(): Promise<void> };

interface Kind {
  readonly name: string;
  readonly start: Work;
  /** Adds the work of the busy platform. */
  readonly fill: (database: Database) => Promise<unknown>;
  readonly addOne: (database: Database, name: string) => Promise<void>;
}

export async function fairness(machine: Machine): Promise<Table[]> {
  const tables: Table[] = [];
  for (const kind of [jobs, events]) {
    const alone = await waitsOf(await openBench(machine, `${kind.name}_alone`), kind);
    const beside = await openBench(machine, `${kind.name}_beside`);
    await kind.fill(beside);
    tables.push(tableOf(kind, alone, await waitsOf(beside, kind)));
  }
  return tables;
}

async function openBench(machine: Machine, name: string): Promise<Database> {
  const url = await machine.database(`fairness_${name}`);
  return openDatabase({ url, schema: 'fairness', entities: [], migrations: kitMigrations, log: silent });
}

/** Milliseconds from the commit of each single job or event to its end. */
async function waitsOf(database: Database, { start, addOne }: Kind): Promise<number[]> {
  const added = new Map<string, number>();
  const waits: number[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const working = start(database, (name) => {
    const at = added.get(name);
    if (at !== undefined && waits.push(performance.now() - at) === quietCount) end();
  });
  for (let index = 0; index < quietCount; index++) {
    await pause(everyMs);
    added.set(`quiet ${index}`, performance.now());
    await addOne(database, `quiet ${index}`);
  }
  await ended;
  await working.stop();
  await database.close();
  return waits;
}

const caller = () => ({ platformId: randomUUID(), environment: 'sandbox', clockOffsetMs: 0 }) as const;

const jobs: Kind = {
  name: 'jobs',
  fill: (database) =>
    database.query(sql`
      insert into job (platform_id, kind, key, environment, clock_offset_ms, payload, run_at, due_at, request_id, created_at)
      select ${randomUUID()}, 'pay', 'busy ' || n, 'sandbox', 0, '{}', ${wall.now()}, ${wall.now()}, '', ${wall.now()}
      from generate_series(1, ${busyCount}) n`),
  addOne: (database, key) =>
    jobRows(database).add({ kind: 'pay', key, caller: caller(), payload: {}, runAt: wall.now(), requestId: '' }),
  start: (database, onDone) => {
    const pay = async ({ key }: { key: string }) => {
      await database.query(sql`select ${key}::text`);
      onDone(key);
    };
    return startJobs({ database, handlers: { pay }, wall, log: silent });
  },
};

const events: Kind = {
  name: 'events',
  fill: (database) =>
    database.query(sql`
      insert into outbox (platform_id, id, environment, resource, sequence, type, body, is_sealed, created_at, request_id)
      select ${randomUUID()}, gen_random_uuid(), 'sandbox', 'busy ' || n, 1, 'TEST', '{}', false, ${wall.now()}, ''
      from generate_series(1, ${busyCount}) n`),
  addOne: (database, resource) => {
    const { platformId, environment } = caller();
    const event = { id: randomUUID(), platformId, environment, resource, sequence: 1n, type: 'TEST', requestId: '' };
    return outboxRows(database, secrets).add({ ...event, body: Buffer.from('{}'), createdAt: wall.now() });
  },
  start: (database, onDone) => {
    const deliver = async (sent: readonly { resource: string }[]) => sent.forEach(({ resource }) => onDone(resource));
    return startRelay({ database, secrets, deliver, wall, log: silent });
  },
};

function tableOf({ name }: Kind, alone: readonly number[], beside: readonly number[]): Table {
  const row = (title: string, waits: readonly number[]) => {
    const [median, p99] = [percentile(waits, 0.5), percentile(waits, 0.99)];
    return [title, ratio(p99, percentile(alone, 0.99)), whole(median), whole(p99)];
  };
  return {
    title: `Wait of ${quietCount} single ${name}, each of its own platform`,
    columns: ['', 'p99 to alone', 'median ms', 'p99 ms'],
    rows: [row('alone', alone), row(`beside ${whole(busyCount)} of one platform`, beside)],
  };
}
