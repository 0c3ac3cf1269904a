// Killed at random moments under load, the process and the database: nothing acknowledged is lost, nothing happens twice.
import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { LedgerService } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { ask, brokenInvariants, leftToDo, makeDue } from '../kit/books.ts';
import { internalAt } from '../kit/internal-at.ts';
import { type Customers, depositAmount, type Known, makeCustomers, nothingKnown, payUntil, repeatUnheard } from '../kit/load.ts';
import { eventually } from '../kit/payments.ts';
import { startProcess, type TestProcess } from '../kit/process.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

/** `CRASH_ROUNDS=50` for the long form. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 3);
const minuteMs = 60_000;

test(`the process, killed ${rounds} times`, { timeout: rounds * minuteMs }, async () => {
  const url = await flowDatabase();
  const env = { DATABASE_URL: url };
  let platform = await startProcess({ env });
  const { known, customers, receiver } = await open(platform);

  for (let round = 0; round < rounds; round++) {
    await load({ platform, customers, known }, async () => {
      await platform.end('SIGKILL');
    });
    platform = await startProcess({ env });
    await settle({ platform, known, url });
    await allIsWell({ platform, customers, known, url, receiver });
  }
  expect((await platform.end()).code).toBe(0);
});

test(`the embedded database, killed ${rounds} times, then both at once`, { timeout: (rounds + 1) * minuteMs }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'payments-crash-'));
  chmodSync(dataDir, 0o755); // as root, PostgreSQL's own user has to enter it
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { DATA_DIR: dataDir };
  let platform = await startProcess({ env });
  const { known, customers, receiver } = await open(platform);

  for (let round = 0; round < rounds; round++) {
    await load({ platform, customers, known }, async () => {
      process.kill(postmasterOf(dataDir).pid, 'SIGKILL');
      await eventually(readyAt(platform), (isReady) => isReady);
      await pause(randomInt(100, 500)); // and some load upon the database that is back
    });
    await settle({ platform, known, url: postmasterOf(dataDir).url });
    await allIsWell({ platform, customers, known, url: postmasterOf(dataDir).url, receiver });
  }

  await load({ platform, customers, known }, async () => {
    process.kill(postmasterOf(dataDir).pid, 'SIGKILL');
    await platform.end('SIGKILL');
  });
  platform = await startProcess({ env });
  await settle({ platform, known, url: postmasterOf(dataDir).url });
  await allIsWell({ platform, customers, known, url: postmasterOf(dataDir).url, receiver });
  expect((await platform.end()).code).toBe(0);
});

interface Standing {
  readonly platform: TestProcess;
  readonly known: Known;
  readonly url: string;
}

async function open({ origin }: TestProcess): Promise<{ known: Known; customers: Customers; receiver: Receiver }> {
  const rest = restAt(origin);
  const receiver = await startReceiver();
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  return { known: nothingKnown(), customers: await makeCustomers(rest), receiver };
}

/** Clients pay; at some moment it strikes. */
async function load(
  { platform, customers, known }: { platform: TestProcess; customers: Customers; known: Known },
  strike: () => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const paying = payUntil(over.signal, { rest: restAt(platform.origin), customers, known });
  await pause(randomInt(300, 1_500)); // the moment is not to be known: this is no wait for anything
  await strike();
  over.abort();
  await paying;
}

/** Clients ask again, and what was left behind is done. */
async function settle({ platform, known, url }: Standing): Promise<void> {
  await makeDue(url);
  await eventually(
    () => leftToDo(url),
    (left) => left === 0,
  );
  await repeatUnheard(restAt(platform.origin), known);
  expect(known.unheard).toEqual([]);
  await eventually(
    () => leftToDo(url),
    (left) => left === 0,
  );
}

async function allIsWell({ customers, known, url, receiver, platform }: Standing & { customers: Customers; receiver: Receiver }) {
  expect(await brokenInvariants(url)).toEqual([]);
  expect(await auditOf(platform, url)).toEqual([]);
  expect(known.strange).toEqual([]);
  expect(known.executed.length).toBeGreaterThan(0);
  const states = await statesOf(url);
  for (const { transactionId, status } of known.executed)
    expect([transactionId, states.get(transactionId)]).toEqual([transactionId, status]);
  for (const { transactionId } of known.quoted) expect([transactionId, states.has(transactionId)]).toEqual([transactionId, true]);
  const deposits = await depositsOf(url);
  for (const { accountId } of customers.payers)
    expect(deposits.get(accountId) ?? 0).toBeGreaterThanOrEqual(known.funded.get(accountId) ?? 0);
  expect(misToldOf(receiver, states)).toEqual([]);
}

/** Status of each outgoing transaction, by public id. */
async function statesOf(url: string): Promise<Map<string, string>> {
  const rows = await ask<{ id: string; status: string }>(
    url,
    `select id, status from transfers.transaction where type = 'OUTGOING'`,
  );
  return new Map(rows.map(({ id, status }) => [`Transaction:${id}`, status]));
}

/** How many of the clients' deposits were credited, by account. */
async function depositsOf(url: string): Promise<Map<string, number>> {
  const rows = await ask<{ receiver: string; count: string }>(
    url,
    `select receiver, count(*) from transfers.transaction
     where type = 'INCOMING' and status = 'COMPLETED' and received_amount = $1 group by 1`,
    [depositAmount],
  );
  return new Map(rows.map(({ receiver, count }) => [receiver, Number(count)]));
}

async function auditOf({ rpc }: TestProcess, url: string): Promise<readonly string[]> {
  const [row] = await ask<{ platform_id: string }>(url, 'select platform_id from transfers.transaction limit 1');
  const { findings } = await internalAt(LedgerService, rpc, row?.platform_id ?? '').audit({});
  return findings;
}

const toldBy: Readonly<Record<string, readonly string[]>> = {
  PENDING: ['PENDING'],
  COMPLETED: ['PENDING', 'PROCESSING', 'COMPLETED'],
  FAILED: ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
};

/** Transactions whose webhooks do not tell their story: each event at least once, all in order. */
function misToldOf({ received }: Receiver, states: ReadonlyMap<string, string>): string[] {
  const stories = new Map<string, Map<string, string>>();
  for (const { body } of received) {
    const story = stories.get(body.data.id) ?? new Map<string, string>();
    stories.set(body.data.id, story.set(body.id, body.type.replace('OUTGOING_PAYMENT.', '')));
  }
  return [...states].flatMap(([id, status]) => {
    const told = [...(stories.get(id)?.values() ?? [])].join();
    return told === toldBy[status]?.join() ? [] : [`${id} is ${status} and was told as ${told}`];
  });
}

function readyAt({ origin }: TestProcess): () => Promise<boolean> {
  return async () => {
    const { status } = await restAt(origin)('GET', '/config').catch(() => ({ status: 0 }));
    return status === 200;
  };
}

/** The file that PostgreSQL notes its process and its port in. */
function postmasterOf(dataDir: string): { pid: number; url: string } {
  const [pid, , , port] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(dataDir, 'postgres/superuser.password'), 'utf8').trim();
  return { pid: Number(pid), url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres` };
}
