// A database server is restored to a point in time, from a backup and the archive of its log.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { silent } from '../../services/kit/core/log.ts';
import { ensureCluster, passwordOf } from '../../services/kit/storage/postgres/cluster.ts';
import { type Place, preparePlace } from '../../services/kit/storage/postgres/place.ts';
import { launch, type Postmaster, stopPostmaster } from '../../services/kit/storage/postgres/postmaster.ts';
import { brokenInvariants } from '../kit/books.ts';
import { freePorts, killAll, startProcess } from '../kit/launch.ts';
import { eventually, makePayee, makePayer, makeQuote, type Payer } from '../kit/payments.ts';
import { postgresFolder } from '../kit/postgres-folder.ts';
import { startReceiver } from '../kit/receiver.ts';
import type { Rest } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';

const folders = ['lost', 'restored', 'archive'].map((name) => postgresFolder(`point-${name}`));
const [lost, restored] = folders.map(({ dataDir }) => preparePlace(dataDir, silent));
const archive = join(folders[2]?.dataDir ?? '', 'log');
const servers: [Place, Postmaster][] = [];
afterAll(async () => {
  killAll();
  for (const [place, server] of servers) await stopPostmaster(place, server);
  for (const { remove } of folders) await remove();
});
const receiver = await startReceiver();

const settings = { fsync: 'off', max_connections: '100' };

async function serve(place: Place, more: Record<string, string>): Promise<{ url: string; server: Postmaster }> {
  const [port = 0] = await freePorts(1);
  const server = await launch(place, { port, settings: { ...settings, ...more } });
  servers.push([place, server]);
  return { url: `postgresql://postgres:${passwordOf(place)}@127.0.0.1:${port}/postgres`, server };
}

async function run<Row extends object>(client: Client, statement: string): Promise<Row> {
  const { rows } = await client.query<Row>(statement);
  return rows[0] as Row;
}

/** What pg_basebackup does, without its program. */
async function copyCluster(client: Client, from: Place, to: Place): Promise<void> {
  await client.query(`select pg_backup_start('base', fast => true)`);
  rmSync(to.cluster, { recursive: true, force: true });
  spawnSync('cp', ['-a', from.cluster, to.cluster]); // files may disappear meanwhile
  const { labelfile } = await run<{ labelfile: string }>(client, 'select labelfile from pg_backup_stop()');
  for (const own of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to.cluster, own), { force: true });
  spawnSync('sh', ['-c', 'rm -rf "$0"/pg_wal/*', to.cluster]);
  writeFileSync(join(to.cluster, 'backup_label'), labelfile);
  writeFileSync(join(to.cluster, 'recovery.signal'), '');
  spawnSync('chown', ['-R', '--reference', from.cluster, to.cluster]);
}

async function pay(rest: Rest, { accountId }: Payer, payee: string): Promise<string> {
  const quote = await makeQuote(rest, { from: accountId, to: payee, amount: 100 });
  const executed = await rest('POST', `/quotes/${quote.id}/execute`);
  expect(executed.status, JSON.stringify(executed.body)).toBe(200);
  return quote.transactionId;
}

test('the books of a point in time add up, nothing acknowledged before it is missing, and webhooks are marked', async () => {
  if (!lost || !restored) throw new Error('There are two places.');
  await ensureCluster(lost);
  mkdirSync(archive);
  spawnSync('chown', ['--reference', lost.cluster, archive]);
  const before = await serve(lost, { archive_mode: 'on', archive_command: `cp %p ${archive}/%f` });
  const first = await startProcess({ env: { DATABASE_URL: before.url } });
  const rest = restAt(first.origin);
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const payer = await makePayer(rest, 1_000_000);
  const payee = await makePayee(rest, payer.customerId);
  const client = new Client({ connectionString: before.url });
  await client.connect();
  const kept = [await pay(rest, payer, payee)];
  await copyCluster(client, lost, restored);
  kept.push(await pay(rest, payer, payee), await pay(rest, payer, payee));
  const { at } = await run<{ at: string }>(client, 'select clock_timestamp()::text as at');
  const later = await pay(rest, payer, payee);
  await eventually(
    () => receiver.events.filter(({ body }) => body.data.id === later),
    (events) => events.length >= 3,
  );
  await client.query('select pg_switch_wal()');
  await client.end();
  await first.end();
  await stopPostmaster(lost, before.server);

  const recovery = { restore_command: `cp ${archive}/%f %p`, recovery_target_time: at, recovery_target_action: 'promote' };
  const after = await serve(restored, recovery);
  const second = await startProcess({ env: { DATABASE_URL: after.url } });

  const again = restAt(second.origin);
  for (const id of kept) expect((await again('GET', `/transactions/${id}`)).body.status, id).toBe('COMPLETED');
  expect((await again('GET', `/transactions/${later}`)).status).toBe(404);
  expect(await brokenInvariants(after.url)).toEqual([]);
  expect(receiver.events.filter(({ headers }) => headers['x-service-restored-at'] === undefined).length).toBeGreaterThan(0);
  const sent = receiver.received.length;
  const newer = await pay(again, payer, payee);
  await eventually(
    () => receiver.received.some(({ body }) => body.data?.id === newer),
    (isThere) => isThere,
  );
  const marks = receiver.received.slice(sent).map(({ headers }) => headers['x-service-restored-at']);
  expect(new Set(marks).size).toBe(1);
  expect(marks[0]).toMatch(/^\d{4}-\d\d-\d\dT/);
  await second.end();
});
