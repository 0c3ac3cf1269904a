// Each alert fires by its cause: what a platform measures while the cause lasts makes Prometheus fire it.
import { X509Certificate } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { silent } from '../../services/kit/core/log.ts';
import { startMetricsServer } from '../../services/kit/process/metrics-server.ts';
import { openCertificate } from '../../services/kit/rpc/certificate.ts';
import { select } from '../kit/books.ts';
import { newCertificate } from '../kit/certificates.ts';
import { expectErrors } from '../kit/log.ts';
import { eventually, makePayer, makeQuote, makeSlowPayee } from '../kit/payments.ts';
import { startWorld } from '../kit/platform.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { intervalSeconds, rulesFile, scrapeOf, seriesOf, valueIn, verdictOn } from './measured-alerts.ts';
import { hasPromtool, withoutPromtool } from './prometheus.ts';

if (hasPromtool)
  expectErrors(
    'A job keeps failing and will be retried.',
    'A job was given up. Fix the cause, then retry the dead letter.',
    'A request failed.',
    'Ledger invariant violated.',
  );

const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
const files = await newCertificate();
const certificate = await openCertificate(files, silent);
afterAll(() => certificate.close());
const world = await startWorld({ certificate });
const { rest, databaseUrl } = world;
const monitor = await startMetricsServer({
  host: '127.0.0.1',
  port: 0,
  problem: () => undefined,
  metrics: async () => (await world.app.inject('/metrics')).payload,
});

const sql = (statement: string) => select(databaseUrl, statement);
const scrape = () => scrapeOf(monitor.address);
const waitingIn = (metrics: ReadonlyMap<string, number>) => valueIn(metrics, 'payments_database_calls_waiting');

/** A scrape when no call waits for a connection: after the clock was advanced, much work begins at once. */
const atRest = () => eventually(scrape, (metrics) => waitingIn(metrics) === 0);

/** A payment whose payout takes six minutes, so that it has a job that waits. */
async function waitingPayment(): Promise<string> {
  const payer = await makePayer(rest);
  const { id, transactionId } = await makeQuote(rest, { from: payer.accountId, to: await makeSlowPayee(rest, payer.customerId) });
  await rest('POST', `/quotes/${id}/execute`);
  await world.settle();
  return uuidIn(transactionId);
}

/** An endpoint of the platform. */
async function endpoint(): Promise<Receiver> {
  const receiver = await startReceiver();
  expect((await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } })).status).toBe(200);
  return receiver;
}

/** Services measure their work every 15 seconds. */
async function measure(): Promise<void> {
  world.wall.advance(intervalSeconds * 1000);
  await world.settle();
}

/** Repeats what failed while the cause lasted. */
async function recover(): Promise<void> {
  world.wall.advance(3_600_000);
  await world.settle();
  await measure();
}

/** Until it is called, no statement reads this table. */
async function lock(table: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return () => client.end();
}

const rename = (table: string, name: string) => sql(`alter table ${table} rename to ${name}`);

/** More calls than connections wait for a table. Returns what unlocks it. */
async function callsThatWait(): Promise<() => Promise<void>> {
  const unlock = await lock('accounts.internal_account');
  const answers = Array.from({ length: 100 }, (_, index) => rest('GET', `/platform/internal-accounts?limit=${index + 1}`));
  await eventually(scrape, (metrics) => waitingIn(metrics) > 0);
  return async () => {
    await unlock();
    await Promise.all(answers);
  };
}

/** A call that waits five seconds for a table, and then gets 503. */
async function callInVain(): Promise<() => undefined> {
  const unlock = await lock('accounts.internal_account');
  expect((await rest('GET', '/platform/internal-accounts')).status).toBe(503);
  await unlock();
  return () => undefined;
}

/** Makes the cause. Returns what ends it. */
const causes: Readonly<Record<string, () => Promise<() => unknown>>> = {
  PaymentsBooksWrong: async () => {
    await makePayer(rest);
    await sql('update accounts.balance set available = available + 1 where available > 0');
    await world.running.audit();
    return async () => {
      await sql('update accounts.balance set available = available - 1 where available > 1');
      await world.running.audit();
    };
  },
  PaymentsDeadLetters: async () => {
    await waitingPayment();
    await rename('accounts.journal', 'hidden');
    for (let hours = 0; hours < 30; hours++) {
      world.wall.advance(3_600_000);
      await world.settle();
    }
    return () => rename('accounts.hidden', 'journal');
  },
  PaymentsInternalErrors: async () => {
    await rename('accounts.internal_account', 'hidden');
    expect((await rest('GET', '/platform/internal-accounts')).status).toBe(500);
    return () => rename('accounts.hidden', 'internal_account');
  },
  PaymentsUnavailable: callInVain,
  PaymentsSlow: callInVain,
  PaymentsJobsLate: async () => {
    const key = await waitingPayment();
    const [due, lease] = [-120_000, 3_600_000].map((ms) => new Date(world.wall.now().getTime() + ms).toISOString());
    await sql(`update transfers.job set due_at = '${due}', locked_until = '${lease}' where key like '${key}%'`);
    await measure();
    return () => sql(`update transfers.job set locked_until = null where key like '${key}%'`);
  },
  PaymentsJobsFailing: async () => {
    await waitingPayment();
    await rename('accounts.journal', 'hidden');
    world.wall.advance(600_000);
    await world.settle();
    await measure();
    return () => rename('accounts.hidden', 'journal');
  },
  PaymentsStuck: async () => {
    const payer = await makePayer(rest);
    const { id } = await makeQuote(rest, { from: payer.accountId, to: await makeSlowPayee(rest, payer.customerId) });
    await rename('accounts.journal', 'hidden');
    await rest('POST', `/quotes/${id}/execute`);
    for (let minutes = 0; minutes < 20; minutes += 10) {
      world.wall.advance(600_000);
      await world.settle();
    }
    await measure();
    return () => rename('accounts.hidden', 'journal');
  },
  PaymentsUnreported: async () => {
    const id = await waitingPayment();
    await sql(`update transfers.transaction set updated_at = updated_at - interval '6 days' where id = '${id}'`);
    await measure();
    return () => undefined;
  },
  PaymentsEventsLate: async () => {
    await rename('webhooks.personal_key', 'hidden');
    await makePayer(rest);
    for (let minutes = 0; minutes < 2; minutes++) {
      world.wall.advance(60_000);
      await world.settle();
    }
    return () => rename('webhooks.hidden', 'personal_key');
  },
  PaymentsWebhooksLate: async () => {
    await endpoint();
    const until = new Date(world.wall.now().getTime() + 3_600_000).toISOString();
    await sql(`
      insert into webhooks.lane select platform_id, 2000000000, '${until}' from platform.platform
      on conflict (platform_id) do update set holder = excluded.holder, locked_until = excluded.locked_until`); // another process delivers, but stands still
    await makePayer(rest);
    world.wall.advance(400_000);
    await measure();
    return () => sql('delete from webhooks.lane');
  },
  PaymentsWebhooksGivenUp: async () => {
    const receiver = await endpoint();
    receiver.answer({ status: 500 });
    await makePayer(rest);
    await world.settle();
    world.wall.advance(8 * 86_400_000);
    await world.settle();
    return () => receiver.answer({});
  },
  PaymentsConnectionsExhausted: callsThatWait,
  PaymentsEventLoopBlocked: async () => {
    await scrape(); // begins a new measurement
    await pause(40); // two samples of the event loop
    for (const until = performance.now() + 700; performance.now() < until; );
    await pause(40);
    return () => undefined;
  },
  PaymentsFailedLogins: async () => {
    const token = `Basic ${Buffer.from('guessed:secret').toString('base64')}`;
    for (let calls = 0; calls < 10 * intervalSeconds; calls++) await rest('GET', '/config', { token });
    return () => undefined;
  },
  PaymentsCertificateExpires: async () => {
    const next = await newCertificate(10);
    copyFileSync(next.keyFile, files.keyFile);
    copyFileSync(next.certFile, files.certFile);
    const ten = new X509Certificate(readFileSync(next.certFile)).validToDate.getTime();
    await expect.poll(() => certificate.expiresAt().getTime()).toBe(ten);
    return () => undefined;
  },
  PaymentsDown: async () => {
    await monitor.close();
    return () => undefined;
  },
};

test('every alert has a cause here', () => {
  expect(Object.keys(causes).toSorted()).toEqual(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).toSorted());
});

test.for(Object.entries(causes))('%s fires by its cause, and not before', async ([alert, make], context) => {
  if (!hasPromtool) return context.skip(withoutPromtool);
  const before = await atRest();
  const end = await make();
  const during = await scrape();
  await end();
  await recover();

  const isQuiet = alert !== 'PaymentsEventLoopBlocked'; // a busy machine may block the event loop at any time
  if (isQuiet) expect(verdictOn(seriesOf(before, before), { alert, isFiring: false })).toContain('SUCCESS');
  expect(verdictOn(seriesOf(before, during), { alert, isFiring: true })).toContain('SUCCESS');
});
