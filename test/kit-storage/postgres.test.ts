// The embedded PostgreSQL: starts, survives, belongs to one process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { silent } from '../../services/kit/core/log.ts';
import { findPostmaster } from '../../services/kit/storage/postgres/postmaster.ts';
import { type Postgres, startPostgres } from '../../services/kit/storage/postgres/start.ts';
import { postgresFolder } from '../kit/postgres-folder.ts';
import { openStorage } from './storage.ts';

const { dataDir, remove } = postgresFolder('postgres');
afterAll(remove);

async function start(): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, log: silent });
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function open(postgres: { url: string }) {
  const database = await openStorage(postgres.url);
  onTestFinished(() => database.close());
  return database;
}

const insert = (id: string) => sql`insert into thing (id, amount, made_at) values (${id}, 1, '2026-01-01')`;

test('data is still there after a stop and a start', async () => {
  const id = crypto.randomUUID();
  const first = await startPostgres({ dataDir, log: silent });
  const before = await openStorage(first.url);
  await before.query(insert(id));
  await before.close();
  await first.stop();

  const database = await open(await start());

  expect(await database.query(sql`select id from thing where id = ${id}`)).toEqual([{ id }]);
});

test('only the owner can read the password, and nobody connects without it', async () => {
  const { url } = await start();
  const stranger = new URL(url);
  stranger.password = 'guess';

  expect(statSync(join(dataDir, 'postgres/superuser.password')).mode & 0o777).toBe(0o600);
  await expect(openStorage(stranger.href)).rejects.toThrow('password authentication failed');
});

test.runIf(existsSync('/proc/self'))('PostgreSQL gets no setting and no secret of the process that starts it', async () => {
  vi.stubEnv('MASTER_KEY', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());

  const { pid } = await start();

  const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .map((entry) => entry.replace(/=.*/s, ''));
  const allowed = ['', 'LC_ALL', 'LD_LIBRARY_PATH', 'PATH', 'PGDATA', 'PG_GRANDPARENT_PID', 'TEMP', 'TMP', 'TMPDIR', 'TZ'];
  expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
});

test('a second start on the same folder names the owner', async () => {
  await start();

  await expect(startPostgres({ dataDir, log: silent })).rejects.toThrow(
    `${dataDir} is in use by process ${process.pid}. Stop that process, or give this one another DATA_DIR.`,
  );
});

test('a killed PostgreSQL returns at the same address, with everything acknowledged', async () => {
  const postgres = await start();
  const database = await open(postgres);
  const heard = Promise.withResolvers<void>();
  await database.listen('back', () => heard.resolve());
  const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
  const acknowledged: string[] = [];
  const failures: string[] = [];

  for (const [index, id] of ids.entries()) {
    if (index === 10) process.kill(postgres.pid, 'SIGKILL');
    const failure = await database.transaction((tx) => tx.query(insert(id))).then(() => undefined, String);
    if (failure === undefined) acknowledged.push(id);
    else failures.push(failure);
  }

  await heard.promise; // listening has recovered too
  expect(failures.filter((failure) => !failure.endsWith('Whether it did is unknown.'))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(19); // at most the one that was committing at the time of the kill
  const kept = await database.query<{ id: string }>(sql`select id from thing where id = any(${ids}::uuid[])`);
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
});

test('a PostgreSQL that outlived its process is adopted', async () => {
  const holder = spawn(process.execPath, [join(import.meta.dirname, 'holder.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(holder.stdout, 'data');
  const orphan: { url: string; pid: number } = JSON.parse(String(line));

  await expect(startPostgres({ dataDir, log: silent })).rejects.toThrow(`is in use by process ${holder.pid}.`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const { url, pid, adopted } = await start();

  expect({ url, pid, adopted }).toEqual({ ...orphan, adopted: true });
});

test.runIf(existsSync('/proc/self'))('a PostgreSQL that has ended without anybody taking note is not adopted', async () => {
  const holder = spawn(process.execPath, [join(import.meta.dirname, 'holder.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  const [line] = await once(holder.stdout, 'data');
  const former: { pid: number } = JSON.parse(String(line));
  holder.kill('SIGSTOP'); // a parent that does not reap its children, like the first process of a container
  process.kill(former.pid, 'SIGKILL');

  const { pid, adopted, url } = await start();

  expect([adopted, pid === former.pid]).toEqual([false, false]);
  const database = await open({ url });
  expect(await database.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('the record of a PostgreSQL that has ended may disappear while it is read', async () => {
  const cluster = mkdtempSync(join(tmpdir(), 'payments-record-'));
  onTestFinished(() => rmSync(cluster, { recursive: true, force: true }));
  const replacing = `const { rmSync, writeFileSync } = require('node:fs'); const record = process.argv[1];
    for (;;) { writeFileSync(record, '4194305'); rmSync(record, { force: true }); }`; // a pid that Linux never gives
  const replacer = spawn(process.execPath, ['--eval', replacing, join(cluster, 'postmaster.pid')], { stdio: 'ignore' });
  onTestFinished(() => void replacer.kill('SIGKILL'));
  await vi.waitUntil(() => existsSync(join(cluster, 'postmaster.pid')), { interval: 1, timeout: 10_000 });

  for (let reads = 0; reads < 5_000; reads++) {
    expect(await findPostmaster({ native: '', cluster, logFile: '' })).toBeUndefined();
  }
});
