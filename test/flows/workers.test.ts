// WORKERS: equal processes behind the same ports.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, expect, test } from 'vitest';
import { versionPrefix } from '../../gateway/version.ts';
import { PlatformService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { mergeMetrics } from '../../services/kit/process/merge-metrics.ts';
import { killAll, runProcess, startProcess, type TestProcess, token } from '../kit/launch.ts';
import { balancesOf, makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { postgresFolder } from '../kit/postgres-folder.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

const DATABASE_URL = await flowDatabase();
afterAll(killAll);

/** Their process ids. */
function workersOf({ pid }: TestProcess): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('gateway/main.ts'));
}

/** On a connection of its own, so that any worker may answer. Undefined if none did. */
async function statusOf(origin: string): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const options = { agent: false, headers: { authorization: token } };
  get(`${origin}${versionPrefix}/config`, options, (response) => resolve(response.resume().statusCode)).once('error', () =>
    resolve(undefined),
  );
  return promise;
}

/** Calls of GetConfig that each worker has answered, by its number. */
async function answeredBy({ origin }: TestProcess): Promise<Record<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const samples = text.matchAll(/^payments_calls_total\{(?=.*GetConfig).*worker="(\d)".*\} (\d+)$/gm);
  const counts: Record<string, number> = {};
  for (const [, worker = '', count] of samples) counts[worker] = (counts[worker] ?? 0) + Number(count);
  return counts;
}

test('workers share the ports and one database, their metrics are read together, and they stop without losing a call', async () => {
  const platform = await startProcess({ env: { DATABASE_URL, WORKERS: '2' } });
  const rest = restAt(platform.origin);
  const payer = await makePayer(rest, 100_000);
  const payee = await makePayee(rest, payer.customerId);
  const quote = await makeQuote(rest, { from: payer.accountId, to: payee, amount: 20_000 });
  const { body: paid } = await rest('POST', `/quotes/${quote.id}/execute`);
  const transport = createGrpcTransport({ baseUrl: `http://${platform.rpc}` });
  await createClient(PlatformService, transport).getConfig({}, { headers: { authorization: token } });

  const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(platform.origin)));
  const counts = await answeredBy(platform);
  const last = Promise.all(Array.from({ length: 20 }, () => statusOf(platform.origin)));
  const ended = await platform.end('SIGTERM');

  expect(workersIn(platform.output())).toBe('2');
  expect(paid.status).toBe('COMPLETED');
  expect(await balancesOf(rest, payer).catch(() => 'stopped')).toBe('stopped');
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(Object.keys(counts)).toEqual(['1', '2']);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(21);
  expect([...new Set(await last)].every((status) => status === 200 || status === undefined)).toBe(true);
  expect(ended).toMatchObject({ code: 0, signal: null });
});

const workersIn = (output: string) => /^ {2}workers +(\d+)$/m.exec(output)?.[1];

test('a worker that is killed is replaced, while the other one answers', async () => {
  const platform = await startProcess({ env: { DATABASE_URL, WORKERS: '2', LOG_LEVEL: 'error' } });
  const [killed = 0, other] = workersOf(platform);

  process.kill(killed, 'SIGKILL');
  await expect.poll(() => platform.output()).toContain('A worker has ended.');
  await expect.poll(() => statusOf(platform.origin)).toBe(200);
  await expect.poll(() => workersOf(platform).length).toBe(2);
  await expect.poll(async () => Object.keys(await answeredBy(platform)).length > 0 && (await bothAnswer(platform))).toBe(true);

  expect(workersOf(platform)).toContain(other);
  expect(workersOf(platform)).not.toContain(killed);
  expect(await platform.end('SIGINT')).toMatchObject({ code: 0, signal: null });
});

async function bothAnswer(platform: TestProcess): Promise<boolean> {
  await Promise.all(Array.from({ length: 4 }, () => statusOf(platform.origin)));
  return Object.keys(await answeredBy(platform)).length === 2;
}

test('the parent of workers runs the embedded PostgreSQL, and keeps its data', async () => {
  const { dataDir: DATA_DIR, remove } = postgresFolder('workers');
  const env = { DATA_DIR, MASTER_KEY: '', WORKERS: '2' };
  const first = await startProcess({ env });
  const payer = await makePayer(restAt(first.origin), 100_000);
  expect(first.output()).toContain(`embedded, in ${DATA_DIR}`);
  expect(await first.end()).toMatchObject({ code: 0, signal: null });

  const second = await startProcess({ env: { ...env, WORKERS: '1' } });

  expect(await balancesOf(restAt(second.origin), payer)).toEqual({ available: 100_000, total: 100_000 });
  expect(await second.end()).toMatchObject({ code: 0, signal: null });
  remove();
});

test('a port in use is reported by the first worker, and the parent exits with 1', async () => {
  const holder = await startProcess({ env: { DATABASE_URL } });
  const PORT = new URL(holder.origin).port;

  const { code, output } = await runProcess({ env: { DATABASE_URL, WORKERS: '2', PORT } });

  expect([code, output]).toEqual([
    1,
    `Port ${PORT} of 127.0.0.1 is in use. Stop the process that uses it, or set PORT or GRPC_PORT to another port.\nWorker 1 could not start.\n`,
  ]);
  await holder.end();
});

test('merged metrics have each description once, with the samples of all workers below it', () => {
  const text = (worker: number) =>
    `# HELP a An a.\n# TYPE a counter\na{worker="${worker}"} 1\n# HELP b A b.\n# TYPE b gauge\nb{worker="${worker}"} 2\n`;

  expect(mergeMetrics([text(1), '', text(2)])).toBe(
    '# HELP a An a.\n# TYPE a counter\na{worker="1"} 1\na{worker="2"} 1\n# HELP b A b.\n# TYPE b gauge\nb{worker="1"} 2\nb{worker="2"} 2\n',
  );
});
