// An import whose process is killed repeatedly creates each customer once, in bounded memory. IMPORT_ROWS=100000 is the long form.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { versionPrefix } from '../../gateway/version.ts';
import { makeDue, select } from '../kit/books.ts';
import { runProcess, startProcess, type TestProcess, token } from '../kit/launch.ts';
import { patienceMs, testPatienceMs } from '../kit/patience.ts';
import { eventually } from '../kit/payments.ts';
import { restAt } from '../kit/rest-at.ts';
import { csv, person } from '../services/customers/csv-files.ts';
import { flowDatabase } from './flow-database.ts';

const rowsLong = Number(process.env.IMPORT_ROWS ?? 0);
/** A busy machine needs some milliseconds per row. */
const importMs = patienceMs + 20 * rowsLong;
const DATA_DIR = mkdtempSync(join(tmpdir(), 'payments-import-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

/** One row in ten is invalid: its birth date, or an id that duplicates the previous row's. */
function fileOf(count: number, bytesPerRow: number) {
  const name = (index: number) => `c${index}`;
  const isGood = (index: number) => index % 10 !== 9;
  const padding = 'd'.repeat(bytesPerRow);
  const rows = Array.from({ length: count }, (_, index) => {
    if (isGood(index)) return person(name(index), { description: padding });
    return index % 20 === 9
      ? person(name(index), { birthDate: '' })
      : person(name(index), { platformCustomerId: name(index - 1) });
  });
  const good = rows.flatMap((_, index) => (isGood(index) ? [name(index)] : []));
  const errors = rows.flatMap((_, index) => {
    if (isGood(index)) return [];
    return [
      index % 20 === 9
        ? { correlationId: name(index), code: 'INVALID_INPUT' }
        : { correlationId: name(index - 1), code: 'CONFLICT' },
    ];
  });
  return { file: csv(rows), good, errors };
}

async function startImporter(DATABASE_URL: string, env: Record<string, string> = {}): Promise<TestProcess> {
  return startProcess({ env: { ...settingsOf(DATABASE_URL), ...env } });
}

/** The host of PUBLIC_URL is in the addresses of the file. */
const settingsOf = (DATABASE_URL: string) => ({ DATABASE_URL, DATA_DIR, PUBLIC_URL: 'http://localhost:8080' });

/** So that a customer has one account. */
async function inDollars(process: TestProcess): Promise<void> {
  const { body } = await restAt(process.origin)('GET', '/config');
  const supportedCurrencies = body.supportedCurrencies.filter((one: { currencyCode: string }) => one.currencyCode === 'USD');
  const { status } = await restAt(process.origin)('PATCH', '/config', { body: { supportedCurrencies } });
  expect(status).toBe(200);
}

async function upload({ origin }: TestProcess, file: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([file], { type: 'text/csv' }), 'customers.csv');
  const answer = await fetch(`${origin}${versionPrefix}/customers/bulk/csv`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { jobId: string }).jobId;
}

const jobAt = async ({ origin }: TestProcess, jobId: string) =>
  (await restAt(origin)('GET', `/customers/bulk/jobs/${jobId}`)).body;

/** Polled every other second: a large import has many errors. */
async function jobSoon(process: TestProcess, jobId: string) {
  await pause(rowsLong ? 2_000 : 50);
  return jobAt(process, jobId);
}

/** The database after the job: customers in order, delivery counts of their events, and their accounts. */
async function outcomeOf(url: string) {
  const customers = await select<{ name: string }>(
    url,
    `select platform_customer_id as name from customers.customer where platform_customer_id like 'c%' order by created_at, id`,
  );
  const [approved] = await select<{ count: string; resources: string }>(
    url,
    `select count(*), count(distinct resource) as resources from webhooks.event where type = 'CUSTOMER.KYC_APPROVED'`,
  );
  const [accounts] = await select<{ count: string; customers: string }>(
    url,
    'select count(*), count(distinct customer_id) as customers from accounts.internal_account where customer_id is not null',
  );
  const ends = await select<{ type: string }>(url, `select type from webhooks.event where type like 'BULK_UPLOAD.%'`);
  return { names: customers.map(({ name }) => name), approved, accounts, ends: ends.map(({ type }) => type) };
}

async function expectWhole(url: string, job: { errors: object[] }, { good, errors }: ReturnType<typeof fileOf>): Promise<void> {
  const left = `select from customers.outbox union all select from customers.job where kind = 'open-accounts' limit 1`;
  await eventually(async () => (await select(url, left)).length === 0, Boolean, importMs);
  const { names, approved, accounts, ends } = await outcomeOf(url);

  expect(names).toEqual(good);
  expect(approved).toEqual({ count: `${good.length}`, resources: `${good.length}` });
  expect(accounts).toEqual({ count: `${good.length}`, customers: `${good.length}` });
  expect(ends).toEqual(['BULK_UPLOAD.COMPLETED']);
  expect(job).toMatchObject({
    status: 'COMPLETED',
    progress: {
      total: good.length + errors.length,
      processed: good.length + errors.length,
      successful: good.length,
      failed: errors.length,
    },
  });
  expect(job.errors.map((error) => error)).toMatchObject(errors);
}

test(
  'killed at every step, an import creates each customer once',
  async () => {
    const url = await flowDatabase();
    const whole = fileOf(600, 0);
    const first = await startImporter(url, { CRASH_AT: 'import begun' });
    await inDollars(first);

    const jobId = await upload(first, whole.file);
    await first.ended;
    for (const CRASH_AT of ['import rows read', 'import rows written', 'import rows committed']) {
      await makeDue(url);
      const victim = await runProcess({ env: { ...settingsOf(url), CRASH_AT } }); // it may be killed before it is ready
      expect(victim.signal, CRASH_AT).toBe('SIGKILL');
    }
    const last = await startImporter(url);
    await makeDue(url);
    const job = await eventually(
      () => jobAt(last, jobId),
      ({ completedAt }) => completedAt,
      importMs,
    );

    await expectWhole(url, job, whole);
    await last.end();
  },
  testPatienceMs + 2 * importMs,
);

test(
  'killed by a signal, an import of any size is completed, in bounded memory',
  async () => {
    const [count, kills, bytesPerRow] = rowsLong ? [rowsLong, 5, 780] : [1_000, 1, 780];
    const url = await flowDatabase();
    const whole = fileOf(count, bytesPerRow);
    let importer = await startImporter(url);
    await inDollars(importer);
    const memory = watchMemory();

    memory.begin(importer);
    const begun = performance.now();
    const jobId = await upload(importer, whole.file);
    const uploadMs = Math.round(performance.now() - begun);
    for (let kill = 1; kill <= kills; kill++) {
      const share = (count * kill) / (kills + 2);
      await eventually(
        () => jobSoon(importer, jobId),
        ({ progress }) => progress.processed >= share,
        importMs,
      );
      await importer.end('SIGKILL');
      importer = await startImporter(url);
      memory.begin(importer);
      await makeDue(url);
    }
    const job = await eventually(
      () => jobSoon(importer, jobId),
      ({ completedAt }) => completedAt,
      importMs,
    );
    memory.end();
    const totalMs = Math.round(performance.now() - begun);

    console.info({ rows: count, fileBytes: Buffer.byteLength(whole.file), kills, uploadMs, totalMs, growthMiB: memory.growth() });
    await expectWhole(url, job, whole);
    expect(Math.max(...memory.growth())).toBeLessThan(150);
    await importer.end();
  },
  testPatienceMs + 2 * importMs,
);

/** The growth of each process's resident memory since it was ready. */
function watchMemory() {
  const seen: { pid: number; atStart: number; most: number }[] = [];
  const residentMiB = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  const look = () => {
    const last = seen.at(-1);
    if (last && existsSync(`/proc/${last.pid}/status`)) last.most = Math.max(last.most, residentMiB(last.pid) || 0);
  };
  const looking = setInterval(look, 50);
  return {
    begin: ({ pid }: TestProcess) => void seen.push({ pid, atStart: residentMiB(pid), most: 0 }),
    end: () => clearInterval(looking),
    growth: () => seen.map(({ atStart, most }) => Math.round(most - atStart)),
  };
}
