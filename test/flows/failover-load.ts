// Changes of a database under a load of payments, such as failovers: nothing acknowledged is lost, nothing doubled, and calls succeed again.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { brokenInvariants, leftToDo, makeDue } from '../kit/books.ts';
import { startProcess } from '../kit/launch.ts';
import { timed } from '../kit/machine-time.ts';
import { balancesOf, eventually, makePayee, makePayer, type Payer, quoteBody } from '../kit/payments.ts';
import type { Replicated } from '../kit/replicated-postgres.ts';
import type { Rest, RestAnswer } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';

const callers = 8;
const amount = 100;
const funds = 100_000_000;
/** How long interrupted calls may take, from the moment when the new server writes. */
export const recoveryMsMax = 5_000;

/** Two processes pay while the server that writes is killed so many times. Returns how long interrupted calls took at most, in ms. */
export async function failOverUnderLoad(postgres: Replicated, failovers: number): Promise<number> {
  const [laterMs, walls]: [number[], number[]] = [[], []];
  const paid = await payDuring(postgres.url, async (load, pids) => {
    for (let count = 0; count < failovers; count += 1) {
      await load.more(callers);
      await postgres.failOver();
      const { wallMs, ownMs } = await timed(pids, () => load.current()); // of which some were interrupted
      walls.push(Math.round(wallMs));
      laterMs.push(ownMs);
      if (count + 1 < failovers) await postgres.addStandby();
    }
    return postgres.writerUrl();
  });
  console.log(`${paid} payments over ${failovers} failovers; interrupted calls had succeeded after ${walls.join(', ')} ms.`);
  return Math.max(...laterMs);
}

/**
 * Two processes pay during some work on their database, which returns the URL to check. Nothing that was acknowledged may be lost, and nothing
 * doubled. Returns the number of payments.
 */
export async function payDuring(url: string, work: (load: Load, pids: number[]) => Promise<string>): Promise<number> {
  const env = { DATABASE_URL: url };
  const processes = [await startProcess({ env }), await startProcess({ env })];
  const doors = processes.map(({ origin }) => restAt(origin));
  const [rest] = doors;
  if (!rest) throw new Error('There are two processes.');
  const payer = await makePayer(rest, funds);
  const load = startLoad({ payer, payee: await makePayee(rest, payer.customerId), doors });
  const pids = processes.map(({ pid }) => pid);

  const urlAfter = await work(load, pids);

  const paid = await load.end();
  await makeDue(urlAfter); // interrupted jobs have leases of a minute
  await eventually(
    () => leftToDo(urlAfter),
    (left) => left === 0,
  );
  const left = funds - paid.length * amount;
  expect(await balancesOf(rest, payer)).toEqual({ available: left, total: left });
  expect(await brokenInvariants(urlAfter)).toEqual([]);
  const statuses = await Promise.all(paid.slice(-20).map((id) => rest('GET', `/transactions/${id}`)));
  expect(new Set(statuses.map(({ body }) => body.status))).toEqual(new Set(['COMPLETED']));
  return paid.length;
}

interface Payments {
  readonly payer: Payer;
  readonly payee: string;
  readonly doors: readonly Rest[];
}

export interface Load {
  /** Waits for so many acknowledged payments. */
  more(count: number): Promise<void>;
  /** Waits for the payments that are under way. */
  current(): Promise<unknown>;
  /** Returns the ids of all acknowledged payments. */
  end(): Promise<string[]>;
}

/** Callers that pay one payment after the other. */
function startLoad(payments: Payments): Load {
  const paid = new Set<string>();
  const over = new AbortController();
  const current: Promise<string>[] = [];
  const caller = async (index: number) => {
    while (!over.signal.aborted) {
      const paying = pay(index, payments);
      current[index] = paying;
      paid.add(await paying);
    }
  };
  const load = Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  load.catch(() => undefined); // `end` throws it
  return {
    more: async (count) => {
      const before = paid.size;
      await eventually(
        () => paid.size,
        (size) => size > before + count,
      );
    },
    current: () => Promise.all(current),
    end: async () => {
      over.abort();
      await load;
      return [...paid];
    },
  };
}

/** A payment, repeated under its keys until it is acknowledged. Returns the id of its transaction. */
async function pay(index: number, { payer, payee, doors }: Payments): Promise<string> {
  const send = (path: string, body: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    return eventually(
      () => doors[index % doors.length]?.('POST', path, { body, headers }).catch(() => lost) ?? lost,
      ({ status }) => status < 500 && status !== 409,
    );
  };
  const quote = await send('/quotes', quoteBody({ from: payer.accountId, to: payee, amount }));
  expect(quote.status, JSON.stringify(quote.body)).toBe(201);
  const executed = await send(`/quotes/${quote.body.id}/execute`, {});
  expect(executed.status, JSON.stringify(executed.body)).toBe(200);
  return quote.body.transactionId;
}

/** The connection broke before the answer. */
const lost: RestAnswer = { status: 599, headers: {}, body: undefined };
