// What a complete payment costs: CPU of the process and of PostgreSQL, transactions, bytes of the log, rows and disk, for docs/scaling.md.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Machine } from '../kit/machine.ts';
import { median } from '../kit/rounds.ts';
import { type Table, twoDecimals } from '../kit/table.ts';
import { openWorld, type World } from '../kit/world.ts';

const perRound = 1_000;
/** Tables that grow less per payment are not shown. Those with temporary rows may even shrink. */
const bytesMin = 100;

export async function footprint(machine: Machine, rounds: number): Promise<Table[]> {
  const world = await openWorld(machine, { name: 'payments_footprint' });
  const client = new Client({ connectionString: world.databaseUrl });
  await client.connect();
  await world.warmUp();
  const sums = () => sumsOf(machine, world, client);
  const spent: Sums[] = [];
  for (let round = 0; round < rounds; round += 1) spent.push(await spentBy(world, sums));
  await client.end();
  await world.close();
  return [totalsOf(spent), tablesOf(spent)];
}

/** Sums since the start, or what was added per payment. */
interface Sums {
  readonly processMicros: number;
  readonly databaseMicros: number;
  readonly transactions: number;
  readonly logBytes: number;
  /** By table: `schema.table`. */
  readonly rows: ReadonlyMap<string, number>;
  readonly bytes: ReadonlyMap<string, number>;
}

/** Per payment. */
async function spentBy(world: World, sums: () => Promise<Sums>): Promise<Sums> {
  const before = await sums();
  await world.pay(perRound);
  const after = await sums();
  const each = (name: 'processMicros' | 'databaseMicros' | 'transactions' | 'logBytes') =>
    (after[name] - before[name]) / perRound;
  const grown = (name: 'rows' | 'bytes') =>
    new Map([...after[name]].map(([table, count]) => [table, (count - (before[name].get(table) ?? 0)) / perRound]));
  return {
    processMicros: each('processMicros'),
    databaseMicros: each('databaseMicros'),
    transactions: each('transactions'),
    logBytes: each('logBytes'),
    rows: grown('rows'),
    bytes: grown('bytes'),
  };
}

async function sumsOf({ postgres }: Machine, { gateway }: World, client: Client): Promise<Sums> {
  await pause(2_000); // PostgreSQL publishes the counts of a busy connection once a second
  const { rows: tables } = await client.query<{ name: string; rows: string; bytes: string }>(`
    select schemaname || '.' || relname as name, n_tup_ins as rows, pg_total_relation_size(relid) as bytes from pg_stat_user_tables`);
  const { rows: log } = await client.query<{ bytes: string; transactions: string }>(`
    select pg_current_wal_lsn() - '0/0' as bytes, xact_commit as transactions
    from pg_stat_database where datname = current_database()`);
  return {
    processMicros: await gateway.cpuMicros(),
    databaseMicros: postgres.cpuMicros(),
    transactions: Number(log[0]?.transactions),
    logBytes: Number(log[0]?.bytes),
    rows: new Map(tables.map(({ name, rows }) => [name, Number(rows)])),
    bytes: new Map(tables.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}

function totalsOf(spent: readonly Sums[]): Table {
  const each = (figure: (one: Sums) => number) => twoDecimals(median(spent.map(figure)));
  return {
    title: `A complete payment (quote, execution, completion, webhook), ${perRound} in a round`,
    columns: ['', 'per payment'],
    rows: [
      ['CPU of the process, ms', each((one) => one.processMicros / 1_000)],
      ['CPU of PostgreSQL, ms', each((one) => one.databaseMicros / 1_000)],
      ['transactions, also of reads', each((one) => one.transactions)],
      ['log (WAL), KB', each((one) => one.logBytes / 1_000)],
      ['disk of the tables below, KB', each((one) => grownBytes(one) / 1_000)],
    ],
  };
}

const grownBytes = ({ bytes }: Sums) => [...bytes.values()].filter((one) => one >= bytesMin).reduce((sum, one) => sum + one, 0);

function tablesOf(spent: readonly Sums[]): Table {
  const names = [...(spent[0]?.bytes.keys() ?? [])];
  const medianOf = (of: 'rows' | 'bytes', name: string) => median(spent.map((one) => one[of].get(name) ?? 0));
  const all = names.map((name) => ({ name, rows: medianOf('rows', name), bytes: medianOf('bytes', name) }));
  const grown = all.filter(({ bytes }) => bytes >= bytesMin).toSorted((one, other) => other.bytes - one.bytes);
  return {
    title: 'Tables that a payment lets grow, with their indexes',
    columns: ['', 'rows written', 'KB'],
    rows: grown.map(({ name, rows, bytes }) => [name, twoDecimals(rows), twoDecimals(bytes / 1_000)]),
  };
}
