// Three PostgreSQL servers under Patroni and etcd, if they are installed: Patroni decides which one writes, and each commit waits for a standby.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unprivilegedUser } from '../../services/kit/storage/postgres/user.ts';
import { select } from './books.ts';
import { freePorts } from './launch.ts';
import { eventually } from './payments.ts';
import { postgresFolder } from './postgres-folder.ts';
import type { Replicated } from './replicated-postgres.ts';

const patroni = '/usr/bin/patroni';
const etcd = '/usr/bin/etcd';
const programs = globSync('/usr/lib/postgresql/*/bin').findLast((folder) => existsSync(join(folder, 'pg_rewind')));

/** Debian's `patroni`, `etcd-server` and `postgresql`. */
export const isPatroniInstalled = existsSync(patroni) && existsSync(etcd) && programs !== undefined;

interface Node {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly url: string;
  readonly folder: string;
  readonly settings: string;
  patroni?: ChildProcess | undefined;
}

/** How a server ends: its PostgreSQL alone, which Patroni notices at once, or with its Patroni, whose claim to write then has to expire. */
export type Death = 'PostgreSQL' | 'node';

export interface PatroniOptions {
  /** By the number of the failover. */
  readonly deathOf: (failover: number) => Death;
}

export async function startPatroni({ deathOf }: PatroniOptions): Promise<Replicated> {
  const { dataDir, remove } = postgresFolder('patroni');
  const user = unprivilegedUser(join(dataDir, 'postgres'));
  const watcher = killedWith(dataDir);
  const [etcdPort = 0, peerPort = 0, ...ports] = await freePorts(8);
  const start = (name: string, program: string, args: readonly string[]) => {
    const log = openSync(join(dataDir, `${name}.log`), 'a');
    return spawn(program, args, { ...user, cwd: dataDir, stdio: ['ignore', log, log], env: { PATH: process.env.PATH } });
  };
  if (user) chownSync(dataDir, user.uid, user.gid);
  start('etcd', etcd, etcdArguments(join(dataDir, 'etcd'), { port: etcdPort, peerPort }));
  const password = randomBytes(12).toString('hex');
  const nodes = ['one', 'two', 'three'].map((name, index): Node => {
    const [port = 0, restPort = 0] = ports.slice(index * 2);
    const folder = join(dataDir, name);
    const settings = join(dataDir, `${name}.yml`);
    writeFileSync(settings, JSON.stringify(settingsOf({ name, port, restPort, folder, etcdPort, password }))); // JSON is YAML
    chmodSync(settings, 0o644);
    return { name, port, restPort, url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`, folder, settings };
  });
  const run = (node: Node) => {
    node.patroni = start(node.name, patroni, [node.settings]);
  };
  nodes.forEach(run);
  const writer = async () => {
    const found = await eventually(
      () => whichWrites(nodes),
      (node) => node !== undefined,
    );
    if (!found) throw new Error('No server writes.');
    return found;
  };
  let failovers = 0;
  const cluster: Replicated = {
    url: `postgresql://postgres:${password}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`,
    writerUrl: async () => (await writer()).url,
    failOver: async () => {
      const node = await writer();
      if (deathOf(failovers++) === 'node') await end(node);
      process.kill(postmasterOf(node), 'SIGKILL');
      await eventually(writer, ({ name }) => name !== node.name);
    },
    addStandby: async () => {
      for (const node of nodes) if (!node.patroni) run(node);
      await eventually(
        () => isComplete(nodes),
        (complete) => complete,
      );
    },
    remove: async () => {
      await watcher.end();
      await remove();
    },
  };
  await cluster.addStandby();
  return cluster;
}

async function end(node: Node): Promise<void> {
  const running = node.patroni;
  if (!running) return;
  node.patroni = undefined;
  running.kill('SIGKILL');
  await once(running, 'exit');
}

const postmasterOf = ({ folder }: Node) => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** The server whose commits are acknowledged: one that has a synchronous standby. */
async function whichWrites(nodes: readonly Node[]): Promise<Node | undefined> {
  for (const node of nodes) {
    const [found] = await select<{ isWriter: boolean }>(node.url, writes).catch(() => []);
    if (found?.isWriter) return node;
  }
  return undefined;
}

const writes = `
  select not pg_is_in_recovery()
    and exists (select from pg_stat_replication where sync_state = 'sync' and application_name <> 'pg_basebackup') as "isWriter"`;

/** Whether both standbys follow, and Patroni knows which of them may take over. */
async function isComplete(nodes: readonly Node[]): Promise<boolean> {
  const writer = await whichWrites(nodes);
  if (!writer) return false;
  const answer = await fetch(`http://127.0.0.1:${writer.restPort}/cluster`).catch(() => undefined);
  const { members }: Cluster = answer?.ok ? await answer.json() : { members: [] };
  const following = await select(
    writer.url,
    `select from pg_stat_replication where state = 'streaming' and application_name <> 'pg_basebackup'`,
  ).catch(() => []);
  return members.some(({ role }) => role === 'sync_standby') && following.length === nodes.length - 1;
}

interface Cluster {
  readonly members: readonly { readonly role: string }[];
}

function etcdArguments(dataDir: string, { port, peerPort }: { port: number; peerPort: number }): string[] {
  const [client, peer] = [port, peerPort].map((one) => `http://127.0.0.1:${one}`);
  return [
    `--data-dir=${dataDir}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ];
}

interface NodeSettings {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly folder: string;
  readonly etcdPort: number;
  readonly password: string;
}

/** As in production (docs/scaling.md), except for shorter times. */
function settingsOf({ name, port, restPort, folder, etcdPort, password }: NodeSettings): object {
  const rest = `127.0.0.1:${restPort}`;
  const listen = `127.0.0.1:${port}`;
  return {
    scope: 'payments',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 8,
        failsafe_mode: true,
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: '512MB', fsync: 'off' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen,
      connect_address: listen,
      data_dir: folder,
      bin_dir: programs,
      pgpass: `${folder}.pgpass`,
      parameters: { unix_socket_directories: '', password_encryption: 'scram-sha-256' },
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
    },
  };
}

/** Kills all processes that name a file of this folder when the test ends, even if it crashes. */
function killedWith(folder: string): { end(): Promise<void> } {
  const watcher = spawn('sh', ['-c', watch, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watcher.unref();
  return {
    end: async () => {
      const closed = once(watcher, 'close');
      watcher.stdin.end();
      await closed;
    },
  };
}

const watch = `read -r _; for _ in 1 2 3; do pgrep -f "$0/" | xargs -r kill -9; sleep 0.2; done`;
