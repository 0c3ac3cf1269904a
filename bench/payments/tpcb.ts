// The reference of CPU: the transactions of pgbench (TPC-B: three updates, a select and an insert), prepared.
import type { Machine } from '../kit/machine.ts';
import { findPgbench } from '../kit/pgbench.ts';

const name = 'payments_tpcb';
const connections = 10;
const seconds = 5;

export interface Tpcb {
  /** Microseconds of CPU of PostgreSQL for a transaction, without that of pgbench. */
  cpuMicros(): Promise<number>;
  close(): Promise<void>;
}

/** Undefined without pgbench. As many branches as connections, so that none waits for the row of another. */
export async function openTpcb(machine: Machine): Promise<Tpcb | undefined> {
  const pgbench = findPgbench();
  if (!pgbench) return undefined;
  const url = await machine.database(name);
  await pgbench(['-i', '-q', '-s', `${connections}`, url]);
  return {
    cpuMicros: async () => {
      const before = machine.postgres.cpuMicros();
      const said = await pgbench(['-n', '-M', 'prepared', '-c', `${connections}`, '-T', `${seconds}`, url]);
      const [, count] = /processed: (\d+)/.exec(said) ?? [];
      return (machine.postgres.cpuMicros() - before) / Number(count);
    },
    close: () => machine.drop(name),
  };
}
