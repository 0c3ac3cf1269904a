// A process that makes payments at a constant rate, with lists and advances of the clock beside them, and receives the webhooks.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { answerTasks } from '../kit/answer-tasks.ts';
import type { Payer } from '../kit/payers.ts';
import { callAt, payOnce } from '../kit/payment.ts';

export interface SoakLoad {
  readonly origin: string;
  readonly payers: readonly Payer[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface SoakAnswer {
  /** From the moment when each payment was due to the end of its execution. */
  readonly tookMs: readonly number[];
  /** Refused or lost calls. Such payments count until then. */
  readonly refused: number;
  /** Webhooks received. */
  readonly webhooks: number;
}

const clockEverySeconds = 15;
const clockAdvance = { seconds: 60 };
const lists = ['/transactions?limit=100', '/customers?limit=100', '/customers/internal-accounts?limit=100'];

let webhooks = 0;
const receiver = createServer((request, response) => {
  request.resume().once('end', () => response.end());
  webhooks++;
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
process.stdout.write(`  hooks http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks\n`);

/** A payment starts when it is due, also while earlier ones are late: their delay is part of the result. */
answerTasks<SoakLoad, SoakAnswer>(async ({ origin, payers, perSecond, seconds }) => {
  const pool = new Pool(origin, { connections: 256, pipelining: 1 });
  const tookMs: number[] = [];
  const startMs = performance.now();
  const before = webhooks;
  let refused = 0;
  const at = async (dueMs: number) => void (await pause(Math.max(0, startMs + dueMs - performance.now())));
  const pay = async (number: number) => {
    const payer = payers[number % payers.length];
    if (payer) await payOnce(pool, payer).catch(() => refused++);
    tookMs.push(performance.now() - startMs - (number * 1000) / perSecond);
  };
  const paying = async () => {
    const open: Promise<void>[] = [];
    for (let number = 0; number < seconds * perSecond; number++) {
      await at((number * 1000) / perSecond);
      open.push(pay(number));
    }
    await Promise.all(open);
  };
  const reading = async () => {
    for (let second = 0; second < seconds; second++) {
      await at(second * 1000);
      await callAt(pool, 'GET', lists[second % lists.length] ?? '').catch(() => refused++);
      if (second % clockEverySeconds === 0)
        await callAt(pool, 'POST', '/sandbox/clock/advance', clockAdvance).catch(() => refused++);
    }
  };
  await Promise.all([paying(), reading()]);
  await pool.close();
  return { tookMs, refused, webhooks: webhooks - before };
});
