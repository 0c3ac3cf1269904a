// A process that makes payments: each client creates a quote and executes it. It also receives the webhooks.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import { answerTasks } from './answer-tasks.ts';
import { callRepeatedly } from './callers.ts';
import type { Payer } from './payers.ts';
import { payOnce, type Took } from './payment.ts';
import { percentile } from './rounds.ts';

export interface PaymentLoad {
  readonly origin: string;
  /** One client each. */
  readonly payers: readonly Payer[];
  readonly payments: number;
  /** Requests the payment until it is completed, if the execution does not return it so. */
  readonly isAwaited?: boolean;
}

export interface PaymentAnswer {
  /** From the first quote to the last webhook. */
  readonly seconds: number;
  /** Durations of executions, in milliseconds. */
  readonly acceptP50Ms: number;
  readonly acceptP99Ms: number;
  /** From the request for the quote to the end of the execution, or to COMPLETED if it is awaited. */
  readonly paymentP50Ms: number;
}

let isCompleted = (_quoteId: string) => {};

const receiver = createServer(async (request, response) => {
  const { type, data } = JSON.parse(await text(request)) as { type: string; data: { quoteId?: string } };
  response.writeHead(200).end();
  if (type === 'OUTGOING_PAYMENT.COMPLETED' && data.quoteId !== undefined) isCompleted(data.quoteId);
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
process.stdout.write(`  hooks http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks\n`);

answerTasks<PaymentLoad, PaymentAnswer>(async ({ origin, payers, payments, isAwaited = false }) => {
  const pool = new Pool(origin, { connections: payers.length, pipelining: 1 });
  const notified = new Set<string>();
  const all = Promise.withResolvers<void>();
  isCompleted = (quoteId) => {
    notified.add(quoteId);
    if (notified.size === payments) all.resolve();
  };
  const tookMs: Took[] = [];
  const startMs = performance.now();
  await callRepeatedly(payers.length, payments, async (index) => {
    const payer = payers[index % payers.length];
    if (payer) tookMs.push(await payOnce(pool, payer, isAwaited));
  });
  await all.promise;
  const seconds = (performance.now() - startMs) / 1000;
  await pool.close();
  const of = (name: keyof Took, share: number) =>
    percentile(
      tookMs.map((took) => took[name]),
      share,
    );
  return { seconds, acceptP50Ms: of('execution', 0.5), acceptP99Ms: of('execution', 0.99), paymentP50Ms: of('payment', 0.5) };
});
