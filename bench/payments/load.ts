// A process that makes payments: each client creates a quote and executes it. It also receives the webhooks.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import { versionPrefix } from '../../gateway/version.ts';
import { answerTasks } from '../kit/answer-tasks.ts';
import { callRepeatedly } from '../kit/callers.ts';
import { authorization } from '../kit/gateway.ts';
import { percentile } from '../kit/rounds.ts';
import type { Payer } from './payers.ts';

export interface PaymentLoad {
  readonly origin: string;
  readonly payers: readonly Payer[];
  readonly payments: number;
}

export interface PaymentAnswer {
  /** From the first quote to the last webhook. */
  readonly seconds: number;
  /** Durations of executions, in milliseconds. */
  readonly acceptP50Ms: number;
  readonly acceptP99Ms: number;
}

let isCompleted = (_quoteId: string) => {};

const receiver = createServer(async (request, response) => {
  const { type, data } = JSON.parse(await text(request)) as { type: string; data: { quoteId?: string } };
  response.writeHead(200).end();
  if (type === 'OUTGOING_PAYMENT.COMPLETED' && data.quoteId !== undefined) isCompleted(data.quoteId);
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
process.stdout.write(`  hooks http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks\n`);

answerTasks<PaymentLoad, PaymentAnswer>(async ({ origin, payers, payments }) => {
  const pool = new Pool(origin, { connections: payers.length, pipelining: 1 });
  const notified = new Set<string>();
  const all = Promise.withResolvers<void>();
  isCompleted = (quoteId) => {
    notified.add(quoteId);
    if (notified.size === payments) all.resolve();
  };
  const acceptMs: number[] = [];
  const startMs = performance.now();
  await callRepeatedly(payers.length, payments, async (index) => {
    const payer = payers[index % payers.length];
    if (payer) acceptMs.push(await pay(pool, payer));
  });
  await all.promise;
  const seconds = (performance.now() - startMs) / 1000;
  await pool.close();
  return { seconds, acceptP50Ms: percentile(acceptMs, 0.5), acceptP99Ms: percentile(acceptMs, 0.99) };
});

/** Returns the duration of the execution in milliseconds. */
async function pay(pool: Pool, { accountId, bankId }: Payer): Promise<number> {
  const quote = await post(pool, '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: bankId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
  });
  const startMs = performance.now();
  await post(pool, `/quotes/${quote.id}/execute`, {});
  return performance.now() - startMs;
}

async function post(pool: Pool, path: string, json: object): Promise<{ id: string }> {
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify(json);
  const answer = await pool.request({ method: 'POST', path: versionPrefix + path, headers, body });
  const said = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`POST ${path}: ${answer.statusCode} ${said}`);
  return JSON.parse(said) as { id: string };
}
