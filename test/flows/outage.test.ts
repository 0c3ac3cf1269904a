// Database outages, seen over every protocol: readiness reports them, calls are refused in time with 503, and everything works afterwards.
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../../gen/grpc/health/v1/health_pb.ts';
import { silent } from '../../services/kit/core/log.ts';
import { type Postgres, startPostgres } from '../../services/kit/storage/postgres/start.ts';
import { select } from '../kit/books.ts';
import { freePorts, runProcess, startProcess, type TestProcess } from '../kit/launch.ts';
import { type Timed, timed } from '../kit/machine-time.ts';
import { eventually } from '../kit/payments.ts';
import { postgresFolder } from '../kit/postgres-folder.ts';
import { done, doorsOf, type OutageDoor, unavailable } from './outage-doors.ts';

const { dataDir, remove } = postgresFolder('outage');
const [port = 0] = await freePorts(1);
const start = (more: Record<string, string> = {}) =>
  startPostgres({ dataDir, port, log: silent, settings: { fsync: 'off', ...more } });
let postgres: Postgres = await start();
afterAll(async () => {
  await postgres.stop();
  await remove();
});

const env = { DATABASE_URL: postgres.url, DATABASE_WAIT_MS: '3000' };
const whole = await startProcess({ env });
const urls = { PLATFORM_URL: `http://${whole.rpc}`, AUTH_URL: `http://${whole.rpc}` };
const alone = await startProcess({ main: 'services/webhooks/main.ts', env: { ...env, ...urls, METRICS_PORT: '0' } });
const doors = doorsOf(whole);
const healthOf = (output: string) => /health\s+(http:\S+)\/readyz/.exec(output)?.[1] ?? '';
const origins = [whole.origin, healthOf(alone.output())] as const;

/** CALLERS=200 for the long form. */
const callers = Number(process.env.CALLERS ?? 40);
const readinessMsMax = 2_000;
const refusalMsMax = 4_000; // a call waits 3 s for a connection

/** Calls that wait for a locked table, or for a connection behind those calls, wait longer. */
const waitMsMin = 2_500;

const readyz = async (origin: string) => {
  const answer = await fetch(`${origin}/readyz`);
  const text = await answer.text();
  if (answer.status === 200) return 'ok';
  return text.startsWith('{') ? (JSON.parse(text) as { message: string }).message : text;
};
const bothReady = () => Promise.all(origins.map(readyz));
/** As many calls at once, over each of the doors in turn: what became of them. */
function calls(call: keyof OutageDoor, count = callers, at = doors): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => at[index % at.length]?.[call]() ?? ''));
}
const each = (outcome: string, count = callers) => Array<string>(count).fill(outcome);
/** One call over each door. */
const calledOnce = (call: keyof OutageDoor) => calls(call, doors.length);

const measured = <T>(work: () => Promise<T>) => timed([whole.pid, alone.pid], work);

test('a service that runs alone reports its address and its health', async () => {
  expect(alone.output()).toMatch(/^The service webhooks is ready \(sandbox\)\.\n/);
  expect(await bothReady()).toEqual(['ok', 'ok']);
  const answers = await Promise.all(['/livez', '/metrics', '/other'].map((path) => fetch(`${origins[1]}${path}`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
});

test('readiness reports the loss and the return of the database, and calls meanwhile get 503', async () => {
  await postgres.stop();
  const loss = await measured(() =>
    eventually(bothReady, (shown) => shown.every((one) => one === 'The database is not available.')),
  );
  const refusal = await measured(() => calls('read'));
  const serving = await Promise.all([whole, alone].map(servingStatus));
  postgres = await start();
  const comeback = await measured(() => eventually(bothReady, (shown) => shown.every((one) => one === 'ok')));
  const after = await calls('read');

  console.log(`Loss seen after ${msOf(loss)}, return after ${msOf(comeback)}, calls refused after ${msOf(refusal)}.`);
  expect(refusal.result).toEqual(each(unavailable));
  expect(serving).toEqual([Status.NOT_SERVING, Status.NOT_SERVING]);
  expect(Math.max(loss.ownMs, comeback.ownMs)).toBeLessThan(readinessMsMax);
  expect(refusal.ownMs).toBeLessThan(refusalMsMax);
  expect(after).toEqual(each(done));
});

test('a locked table fails the calls that need it with 503, and affects no other service', async () => {
  const readAll = () => measured(() => calls('read'));
  const before = await readAll();
  const locker = new Client({ connectionString: postgres.url });
  await locker.connect();
  await locker.query('begin; lock table customers.customer in access exclusive mode');

  const creating = calls('create');
  const others = await readAll();
  const created = await creating;
  await locker.query('rollback');
  await locker.end();

  expect(created).toEqual(each(unavailable));
  expect(others.result).toEqual(each(done));
  expect(others.ownMs - before.ownMs).toBeLessThan(waitMsMin);
  console.log(`${callers} calls of another service took ${msOf(before)} before and ${msOf(others)} meanwhile.`);
  expect(await calledOnce('create')).toEqual(each(done, doors.length));
});

test('when the server ends all connections, calls succeed or are unavailable', async () => {
  const creating = calls('create');
  await select(
    postgres.url,
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name like 'payments%'`,
  );

  const created = await creating;

  expect(created.filter((outcome) => outcome !== done && outcome !== unavailable)).toEqual([]);
  await expect.poll(bothReady).toEqual(['ok', 'ok']);
  expect(await calledOnce('create')).toEqual(each(done, doors.length));
});

test('readiness reports a full disk until there is space again, and calls meanwhile get 503', async () => {
  await select(postgres.url, diskFull);

  const created = await calledOnce('create');
  await expect.poll(() => readyz(whole.origin)).toBe('The disk of the database is full.');
  await select(postgres.url, roomAgain);
  await expect.poll(() => readyz(whole.origin)).toBe('ok');

  expect(created).toEqual(each(unavailable, doors.length));
  expect(await calledOnce('create')).toEqual(each(done, doors.length));
});

const msOf = ({ wallMs, ownMs }: Timed<unknown>) => `${Math.round(wallMs)} ms (${Math.round(ownMs)} ms of its own)`;

test('with max_connections=24 a process reports its need, or runs within its limit', async () => {
  await Promise.all([whole.end(), alone.end()]);
  await postgres.stop();
  postgres = await start({ max_connections: '24' });

  const refused = await runProcess({ env: { DATABASE_URL: postgres.url } });
  const small = await startProcess({ env: { ...env, DATABASE_CONNECTIONS: '21' } });
  const created = new Set(await calls('create', 200, doorsOf(small)));
  await small.end();

  expect([refused.code, refused.output.trim()]).toEqual([
    1,
    'The database accepts 21 connections. A process takes half of them at most, and the 9 services of this process require 21. ' +
      'Raise max_connections by 21, or set DATABASE_CONNECTIONS to 21 for a single process.',
  ]);
  expect([...created].filter((outcome) => outcome !== unavailable)).toEqual([done]);
});

/** Makes the server answer as if no table could grow. */
const diskFull = `
  create function full_disk() returns event_trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
  create function full_table() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
  create trigger full_disk before insert on customers.customer execute function full_table();
  create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function full_disk()`;
const roomAgain = `
  drop event trigger full_disk; drop trigger full_disk on customers.customer; drop function full_disk(); drop function full_table()`;

function servingStatus({ rpc }: TestProcess): Promise<Status> {
  const health = createClient(Health, createGrpcTransport({ baseUrl: `http://${rpc}` }));
  return health.check({}).then(({ status }) => status);
}
