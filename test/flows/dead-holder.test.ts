// Two processes on one database, one of which is killed under load: the other answers its idempotency keys and sends its webhooks.
import { expect, test } from 'vitest';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { leftToDo, select } from '../kit/books.ts';
import { startProcess } from '../kit/launch.ts';
import { timed } from '../kit/machine-time.ts';
import { eventually, makePayee, makePayer, quoteBody } from '../kit/payments.ts';
import { startReceiver } from '../kit/receiver.ts';
import type { RestAnswer } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';
import { lockRow } from '../kit/row-lock.ts';
import { signedHeaders } from '../kit/wallet-client.ts';
import { newHolder } from '../kit/wallet-holder.ts';
import { challenged } from '../services/auth/signed-call.ts';
import { adding } from '../services/auth/signed-operations.ts';
import { flowDatabase } from './flow-database.ts';

/** KEYS=200 for the long form. */
const keysCount = Number(process.env.KEYS ?? 60);
/** Leases last ten seconds and a minute. */
const takeoverMsMax = 3_000;

const newPair = async (victimEnv: Record<string, string> = {}) => {
  const DATABASE_URL = await flowDatabase();
  const survivor = await startProcess({ env: { DATABASE_URL } });
  return { DATABASE_URL, survivor, victim: await startProcess({ env: { DATABASE_URL, ...victimEnv } }) };
};

test(`the other process completes ${keysCount} keys and the webhooks of a killed process`, async () => {
  const { DATABASE_URL, survivor, victim } = await newPair();
  const rest = restAt(survivor.origin);
  const receiver = await startReceiver();
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const payer = await makePayer(rest, 10_000_000);
  const payee = await makePayee(rest, payer.customerId);
  const body = { ...quoteBody({ from: payer.accountId, to: payee, amount: 1_000 }), immediatelyExecute: true };
  const pay = (to: typeof rest, key: string) => to('POST', '/quotes', { body, headers: { 'idempotency-key': key } });
  const keys = Array.from({ length: keysCount }, (_, index) => `key ${index}`);

  const lock = await lockRow({ url: DATABASE_URL, table: 'accounts.balance', key: { id: uuidIn(payer.accountId) } });
  const calls = keys.map((key) => pay(restAt(victim.origin), key).catch(() => undefined));
  await expect.poll(() => runningKeys(DATABASE_URL)).toBe(keysCount);
  await victim.end('SIGKILL');
  await lock.release();
  await Promise.all(calls);
  const backlog = await timed([survivor.pid], async () => {
    const answers = new Map<string, RestAnswer>();
    const askAll = async () => {
      const left = keys.filter((key) => !answers.has(key));
      await Promise.all(left.map(async (key) => keepAnswer(answers, key, await pay(rest, key))));
      return answers.size;
    };
    await eventually(askAll, (count) => count === keysCount);
    return [...answers.values()];
  });
  const { ownMs: doneMs } = await timed([], () =>
    eventually(
      () => leftToDo(DATABASE_URL),
      (left) => left === 0,
    ),
  );

  console.log(
    `${keysCount} keys answered after ${Math.round(backlog.wallMs)} ms (${Math.round(backlog.ownMs)} of its own), all done ${Math.round(doneMs)} ms later.`,
  );
  const answers = backlog.result;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(keysCount);
  expect(backlog.ownMs).toBeLessThan(takeoverMsMax);
});

async function runningKeys(url: string): Promise<number> {
  const [row] = await select<{ count: string }>(url, 'select count(*) from transfers.idempotency where finished_at is null');
  return Number(row?.count);
}

function keepAnswer(answers: Map<string, RestAnswer>, key: string, answer: RestAnswer): void {
  if (answer.status !== 409) answers.set(key, answer);
}

test('a signed retry claimed by a killed process is completed by the other one', async () => {
  const { survivor, victim } = await newPair({ CRASH_AT: 'signed request taken' });
  const rest = restAt(survivor.origin);
  const holder = await newHolder({ rest }, { phoneNumber: '+14155550100' });
  const { challenge } = await challenged({ rest }, holder, adding(holder));
  const send = (to: typeof rest) =>
    to('POST', '/auth/credentials', { body: adding(holder).body, headers: signedHeaders(challenge, holder.key) });

  await send(restAt(victim.origin)).catch(() => undefined);
  expect((await victim.ended).signal).toBe('SIGKILL');
  const { result, wallMs, ownMs } = await timed([survivor.pid], () =>
    eventually(
      () => send(rest),
      ({ status }) => status !== 401,
    ),
  );

  console.log(`The signed retry was taken ${Math.round(wallMs)} ms after the death.`);
  expect(result.status, JSON.stringify(result.body)).toBe(201);
  expect(ownMs).toBeLessThan(takeoverMsMax);
});
