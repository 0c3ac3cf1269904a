// PgBouncer in transaction mode in front of the test's database server, if it is installed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePorts } from './launch.ts';
import { notWithin } from './patience.ts';

/** The path of PgBouncer: `PGBOUNCER_PATH`, or that of Debian. Undefined if neither exists. */
export const pgbouncerPath = [process.env.PGBOUNCER_PATH, '/usr/sbin/pgbouncer'].find((path) => path && existsSync(path));

export interface PgBouncer {
  /** The same database, through PgBouncer. */
  urlOf(databaseUrl: string): string;
  /** Kills it and starts it again, with the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** So few connections to each database that transactions of several clients share one. */
const connectionsPerDatabase = 4;

export async function startPgBouncer(executable: string, serverUrl: string): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const [port = 0] = await freePorts(1);
  const folder = mkdtempSync(join(tmpdir(), 'payments-pgbouncer-'));
  chmodSync(folder, 0o755);
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connectionsPerDatabase}
max_client_conn = 2000
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
  );
  const start = async () => {
    const child = spawn(executable, ['-q', settings], { stdio: 'ignore' });
    process.once('exit', () => child.kill('SIGKILL'));
    await Promise.race([
      answersAt(`postgresql://any@127.0.0.1:${port}/postgres`, child),
      notWithin('PgBouncer does not answer.'),
    ]);
    return child;
  };
  let running = await start();
  const end = async () => {
    running.kill('SIGKILL');
    if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
  };
  return {
    urlOf: (databaseUrl) => `postgresql://any@127.0.0.1:${port}${new URL(databaseUrl).pathname}`,
    restart: async () => {
      await end();
      running = await start();
    },
    close: async () => {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

async function answersAt(connectionString: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString });
    const answer = await client.connect().catch((error: Error) => error);
    await client.end().catch(() => undefined);
    if (!(answer instanceof Error)) return;
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`, { cause: answer });
  }
}
