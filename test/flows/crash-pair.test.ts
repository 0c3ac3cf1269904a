// Two processes of every service on one database, under load: one after the other dies between two commits, and nothing is lost or doubled.
// CRASH_KILLS=200 for the long form.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Ended, startProcess } from '../kit/launch.ts';
import { makeCustomers, nothingKnown, payUntil } from '../kit/load.ts';
import { allIsWell, settle } from '../kit/load-verdict.ts';
import { notWithin, patienceMs, testPatienceMs } from '../kit/patience.ts';
import { startReceiver } from '../kit/receiver.ts';
import type { Rest } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

/** Every point between two commits of a payment, its deposit and its webhooks. */
const points = [
  'events forwarded',
  'webhook sent',
  'key claimed',
  'hold booked',
  'answer made',
  'payout submitted',
  'job run',
  'webhooks claimed',
  'quote made',
  'execution begun',
  'processing',
  'dispatch booked',
  'settle booked',
  'reverse booked',
  'refund booked',
  'concluded',
  'deposit seen',
  'deposit booked',
  'deposit shown',
];

const kills = Number(process.env.CRASH_KILLS ?? 6);
/** Then the audit runs. */
const killsALap = 20;

test(`${kills} processes, each killed while another one of its kind runs`, {
  timeout: testPatienceMs + kills * patienceMs,
}, async () => {
  const url = await flowDatabase();
  const receiver = await startReceiver();
  const known = nothingKnown();
  const first = await startProcess({ env: { DATABASE_URL: url } });
  await restAt(first.origin)('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const customers = await makeCustomers(restAt(first.origin));
  await first.end();
  const hits = new Map<string, number>();

  for (let killed = 0; killed < kills; killed += killsALap) {
    const lap = Array.from(
      { length: Math.min(killsALap, kills - killed) },
      (_, index) => points[(killed + index) % points.length] ?? '',
    );
    const pair = new Pair(url);
    const over = new AbortController();
    const paying = payUntil(over.signal, { rest: pair.rest, customers, known });
    await pair.dieAtEach(lap).finally(() => over.abort());
    await paying;
    for (const point of lap) hits.set(point, (hits.get(point) ?? 0) + 1);
    const platform = await startProcess({ env: { DATABASE_URL: url } });
    await settle({ platform, known, url });
    await allIsWell({ platform, customers, known, url, receiver });
    await platform.end();
  }

  expect([...hits.keys()]).toEqual(points.slice(0, kills));
  console.log(`${known.executed.length} payments; killed at`, Object.fromEntries(hits));
});

/** Two slots for a process; calls go to a live one. */
class Pair {
  readonly #url: string;
  readonly #origins = new Set<string>();
  #calls = 0;
  #isOver = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Restarts processes until one has died at each of the points. */
  async dieAtEach(toDie: readonly string[]): Promise<void> {
    const waiting = [...toDie];
    const place = async () => {
      for (let point = waiting.shift(); point !== undefined; point = waiting.shift()) await this.#dieAt(point);
    };
    await Promise.all([place(), place()]).finally(() => {
      this.#isOver = true;
    });
  }

  readonly rest: Rest = async (...call) => {
    while (this.#origins.size === 0 && !this.#isOver) await pause(20);
    const origin = [...this.#origins][this.#calls++ % this.#origins.size];
    if (origin === undefined) throw new Error('Nobody is there any more.');
    return restAt(origin)(...call);
  };

  async #dieAt(point: string): Promise<void> {
    const victim = await startProcess({ env: { DATABASE_URL: this.#url, CRASH_AT: point } }).catch(unlessKilled);
    if (!victim) return; // work left behind by others brought it there before it was ready
    const { origin, ended } = victim;
    this.#origins.add(origin);
    const { signal } = await Promise.race([ended, notWithin(`Nothing came to "${point}".`)]);
    this.#origins.delete(origin);
    if (signal !== 'SIGKILL') throw new Error(`It ended without a crash before "${point}".`);
  }
}

function unlessKilled(error: unknown): undefined {
  if (error instanceof Error && (error.cause as Ended | undefined)?.signal === 'SIGKILL') return undefined;
  throw error;
}
