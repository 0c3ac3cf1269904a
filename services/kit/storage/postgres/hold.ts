// Reserves the cluster for this process: one connection with a lock, which also detects that PostgreSQL has stopped.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

export interface Hold {
  /** Resolves when the connection is lost. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

/** Reserves the cluster. Throws, naming the holder, if another process has it. */
export async function holdCluster(url: string, dataDir: string): Promise<Hold> {
  const client = new Client({ connectionString: url, application_name: `${holderName} ${process.pid}`, keepAlive: true });
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  client.on('error', () => undefined); // 'end' follows
  client.on('end', resolve);
  await client.connect();
  if (await acquireLock(client)) return { lost, release: () => client.end() };
  const holder = await holderOf(client);
  await client.end();
  throw new Error(`${dataDir} is in use by process ${holder}. Stop that process, or give this one another DATA_DIR.`);
}

const holderName = 'payments-platform';
const lockKey = 0x70617901;

/** PostgreSQL soon notices a killed holder, so a few attempts are sufficient. */
async function acquireLock(client: Client): Promise<boolean> {
  for (let look = 0; look < 10; look++) {
    const { rows } = await client.query<{ acquired: boolean }>('select pg_try_advisory_lock($1) as acquired', [lockKey]);
    if (rows[0]?.acquired) return true;
    await pause(30);
  }
  return false;
}

async function holderOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [lockKey],
  );
  return rows[0]?.name.replace(`${holderName} `, '') ?? 'unknown';
}
