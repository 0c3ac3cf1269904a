// What PostgreSQL has used since its start: CPU of all its processes, statements, transactions that write.
import { readFileSync } from 'node:fs';
import { Client } from 'pg';

export interface PostgresUsage {
  /** Microseconds of all processes, also of those that have ended. NaN without /proc. */
  cpuMicros(): number;
  /** Opens a connection that counts. */
  count(): Promise<StatementCounter>;
}

export interface StatementCounter {
  /** Starts counting statements of all databases. */
  start(): Promise<void>;
  /** The slowest execution of a statement since the start or the last call. */
  takeSlowest(): Promise<SlowStatement>;
  /** Stops counting. */
  stop(): Promise<Counted>;
  close(): Promise<void>;
}

export interface Counted {
  readonly statements: number;
  /** Transactions that write or lock rows: those that have received a number. */
  readonly writes: number;
}

export interface SlowStatement {
  readonly ms: number;
  readonly text: string;
}

export function usageOf({ pid, url }: { readonly pid: number; readonly url: string }): PostgresUsage {
  return { cpuMicros: () => cpuMicrosOf(pid), count: () => openCounter(url) };
}

/** Fields of `/proc/PID/stat`, from the third one, in hundredths of a second: own CPU, and that of children that have ended. */
function cpuMicrosOf(postmaster: number): number {
  const ticksOf = (pid: number | string, from: number, to: number) =>
    statOf(pid)
      .slice(from, to)
      .reduce((sum, field) => sum + Number(field), 0);
  const children = readText(`/proc/${postmaster}/task/${postmaster}/children`).split(' ').filter(Boolean);
  const ticks = children.reduce((sum, pid) => sum + ticksOf(pid, 11, 13), ticksOf(postmaster, 11, 15));
  return children.length > 0 ? ticks * 10_000 : Number.NaN;
}

const statOf = (pid: number | string) => readText(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

async function openCounter(url: string): Promise<StatementCounter> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const track = async (which: 'top' | 'none') => {
    await client.query(`alter system set pg_stat_statements.track = '${which}'`);
    await client.query('select pg_reload_conf()');
  };
  const reset = () => client.query('select pg_stat_statements_reset()');
  const first = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows[0];
  const transactions = async () => Number((await first<{ number: string }>(numbered))?.number);
  let before = 0;
  return {
    start: async () => {
      await track('top');
      await reset();
      before = await transactions();
    },
    takeSlowest: async () => {
      const { ms = 0, text = '' } = (await first<SlowStatement>(slowest)) ?? {};
      await reset();
      return { ms, text: text.replaceAll(/\s+/g, ' ') };
    },
    stop: async () => {
      const writes = (await transactions()) - before;
      const calls = await first<{ sum: string }>(`select sum(calls) ${counted}`);
      await track('none');
      return { statements: Number(calls?.sum), writes };
    },
    close: () => client.end(),
  };
}

const numbered = 'select pg_snapshot_xmax(pg_current_snapshot())::text as number';
/** Not the statements of the counter itself. */
const counted = 'from pg_stat_statements where dbid <> (select oid from pg_database where datname = current_database())';
const slowest = `select max_exec_time as ms, query as text ${counted} order by 1 desc limit 1`;
