// The database fails over to its standby under a load of payments: nothing acknowledged is lost, nothing doubled, and calls succeed again.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { brokenInvariants, leftToDo, makeDue } from '../kit/books.ts';
import { startProcess } from '../kit/launch.ts';
import { timed } from '../kit/machine-time.ts';
import { balancesOf, eventually, makePayee, makePayer, quoteBody } from '../kit/payments.ts';
import { startReplicated } from '../kit/replicated-postgres.ts';
import type { RestAnswer } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';

/** `FAILOVERS=20` for the long form. */
const failovers = Number(process.env.FAILOVERS ?? 1);
const callers = 8;
const amount = 100;
const funds = 100_000_000;
/** From the moment when the new server writes. */
const msMax = 5_000;

const postgres = await startReplicated();
afterAll(() => postgres.remove());
const env = { DATABASE_URL: postgres.url };
const one = await startProcess({ env });
const other = await startProcess({ env });
const doors = [one, other].map(({ origin }) => restAt(origin));
const [rest = restAt(one.origin)] = doors;

test(`the database fails over ${failovers} times under a load of payments`, { timeout: failovers * 120_000 }, async () => {
  const payer = await makePayer(rest, funds);
  const payee = await makePayee(rest, payer.customerId);
  const paid = new Set<string>();
  const over = new AbortController();
  /** A payment, repeated under its keys until it is acknowledged. Returns the id of its transaction. */
  const pay = async (index: number): Promise<string> => {
    const door = doors[index % doors.length] ?? rest;
    const send = (path: string, body: object) => {
      const headers = { 'idempotency-key': randomUUID() };
      return eventually(
        () => door('POST', path, { body, headers }).catch(() => lost),
        ({ status }) => status < 500 && status !== 409,
      );
    };
    const quote = await send('/quotes', quoteBody({ from: payer.accountId, to: payee, amount }));
    expect(quote.status, JSON.stringify(quote.body)).toBe(201);
    const executed = await send(`/quotes/${quote.body.id}/execute`, {});
    expect(executed.status, JSON.stringify(executed.body)).toBe(200);
    return quote.body.transactionId;
  };
  const current: Promise<unknown>[] = [];
  const caller = async (index: number) => {
    while (!over.signal.aborted) {
      const paying = pay(index);
      current[index] = paying;
      paid.add(await paying);
    }
  };
  const load = Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));

  const [laterMs, walls]: [number[], number[]] = [[], []];
  for (let count = 0; count < failovers; count += 1) {
    const before = paid.size;
    await eventually(
      () => paid.size,
      (size) => size > before + callers,
    );
    await postgres.failOver();
    const { wallMs, ownMs } = await timed([one.pid, other.pid], () => Promise.all(current)); // of which some were interrupted
    walls.push(Math.round(wallMs));
    laterMs.push(ownMs);
    if (count + 1 < failovers) await postgres.addStandby();
  }
  over.abort();
  await load;
  await makeDue(postgres.writerUrl()); // interrupted jobs have leases of a minute
  await eventually(
    () => leftToDo(postgres.writerUrl()),
    (left) => left === 0,
  );

  console.log(`${paid.size} payments over ${failovers} failovers; interrupted calls had succeeded after ${walls.join(', ')} ms.`);
  expect(Math.max(...laterMs)).toBeLessThan(msMax);
  expect(await balancesOf(rest, payer)).toEqual({ available: funds - paid.size * amount, total: funds - paid.size * amount });
  expect(await brokenInvariants(postgres.writerUrl())).toEqual([]);
  const statuses = await Promise.all([...paid].slice(-20).map((id) => rest('GET', `/transactions/${id}`)));
  expect(new Set(statuses.map(({ body }) => body.status))).toEqual(new Set(['COMPLETED']));
});

/** The connection broke before the answer. */
const lost: RestAnswer = { status: 599, headers: {}, body: undefined };
