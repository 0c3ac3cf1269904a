// A PostgreSQL that writes, and a standby that has received each commit before it is acknowledged.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { silent } from '../../services/kit/core/log.ts';
import { ensureCluster, passwordOf } from '../../services/kit/storage/postgres/cluster.ts';
import { type Place, preparePlace } from '../../services/kit/storage/postgres/place.ts';
import { launch, type Postmaster } from '../../services/kit/storage/postgres/postmaster.ts';
import { freePorts } from './launch.ts';
import { eventually } from './payments.ts';
import { postgresFolder } from './postgres-folder.ts';

interface Server {
  readonly place: Place;
  readonly port: number;
  /** Of this server only. */
  readonly url: string;
  postmaster?: Postmaster;
}

export interface Replicated {
  /** Names all servers. */
  readonly url: string;
  /** Of the server that writes. */
  writerUrl(): Promise<string>;
  /** Kills the server that writes, and returns when another one does, and acknowledges commits. */
  failOver(): Promise<void>;
  /** Replaces the killed server by a standby. */
  addStandby(): Promise<void>;
  remove(): Promise<void>;
}

const settings = { fsync: 'off', wal_keep_size: '512MB', max_connections: '100' };

export async function startReplicated(): Promise<Replicated> {
  const folders = ['one', 'two'].map((name) => postgresFolder(`failover-${name}`));
  const ports = await freePorts(2);
  const [first, second] = folders.map(({ dataDir }) => preparePlace(dataDir, silent));
  if (!first || !second) throw new Error('There are two folders.');
  await ensureCluster(first);
  const password = passwordOf(first);
  const servers = [first, second].map((place, index): Server => {
    const port = ports[index] ?? 0;
    return { place, port, url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres` };
  });
  let [writer, other] = servers as [Server, Server];
  writer.postmaster = await launch(writer.place, { port: writer.port, settings });

  const replicated: Replicated = {
    url: `postgresql://postgres:${password}@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`,
    writerUrl: async () => writer.url,
    failOver: async () => {
      process.kill(writer.postmaster?.pid ?? 0, 'SIGKILL');
      [writer, other] = [other, writer];
      await run(writer.url, ['select pg_promote()']); // its configuration does not wait for a standby
    },
    addStandby: async () => {
      await copy(writer, other);
      other.postmaster = await launch(other.place, { port: other.port, settings });
      await eventually(
        () => run(writer.url, [`select from pg_stat_replication where state = 'streaming'`]),
        (standbys) => standbys.length === 1,
      );
      await run(writer.url, [`alter system set synchronous_standby_names = 'standby'`, 'select pg_reload_conf()']);
    },
    remove: async () => {
      for (const { postmaster } of servers) if (postmaster) kill(postmaster.pid);
      for (const { remove } of folders) await remove();
    },
  };
  await replicated.addStandby();
  return replicated;
}

/** An online backup of the cluster, which the standby completes from the log of the writer. */
async function copy(from: Server, to: Server): Promise<void> {
  const client = new Client({ connectionString: from.url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', fast => true)`);
    rmSync(to.place.cluster, { recursive: true, force: true });
    spawnSync('cp', ['-a', from.place.cluster, to.place.cluster]); // files may disappear meanwhile
    for (const own of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to.place.cluster, own), { force: true });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const { password } = new URL(from.url);
    const primary = `host=127.0.0.1 port=${from.port} user=postgres password=${password} application_name=standby`;
    writeFileSync(join(to.place.cluster, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(to.place.cluster, 'standby.signal'), '');
    writeFileSync(join(to.place.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
    spawnSync('chown', ['-R', '--reference', from.place.cluster, to.place.cluster]);
  } finally {
    await client.end();
  }
}

async function run(url: string, statements: readonly string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let last: unknown[] = [];
    for (const statement of statements) last = (await client.query(statement)).rows;
    return last;
  } finally {
    await client.end();
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it was killed before
  }
}
