// Two whole processes on one database, one of which is killed under load: the other answers its keys and sends its webhooks.
import { expect, test } from 'vitest';
import { leftToDo } from '../kit/books.ts';
import { startProcess } from '../kit/launch.ts';
import { eventually, makePayee, makePayer, quoteBody } from '../kit/payments.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

/** KEYS=200 for the long form. */
const keysCount = Number(process.env.KEYS ?? 60);
/** Leases are of a minute. The goal is 3 s; a busy machine takes longer. */
const wellBeforeTheLeaseMs = 25_000;

test(`${keysCount} keys and the webhooks of a process that is killed are finished by the other one`, async () => {
  const DATABASE_URL = await flowDatabase();
  const [survivor, victim] = await Promise.all([
    startProcess({ env: { DATABASE_URL } }),
    startProcess({ env: { DATABASE_URL } }),
  ]);
  const rest = restAt(survivor.origin);
  const receiver = await startReceiver();
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const payer = await makePayer(rest, 10_000_000);
  const payee = await makePayee(rest, payer.customerId);
  const body = { ...quoteBody({ from: payer.accountId, to: payee, amount: 1_000 }), immediatelyExecute: true };
  const pay = (to: typeof rest, key: string) => to('POST', '/quotes', { body, headers: { 'idempotency-key': key } });
  const keys = Array.from({ length: keysCount }, (_, index) => `key ${index}`);

  const calls = keys.map((key) => pay(restAt(victim.origin), key).catch(() => undefined));
  await Promise.race(calls);
  await victim.end('SIGKILL');
  const diedAt = performance.now();
  await Promise.all(calls);
  const repeat = (key: string) =>
    eventually(
      () => pay(rest, key),
      ({ status }) => status !== 409,
    );
  const answers = await Promise.all(keys.map(repeat));
  const answeredMs = performance.now() - diedAt;
  await eventually(
    () => leftToDo(DATABASE_URL),
    (left) => left === 0,
  );
  const doneMs = performance.now() - diedAt;

  console.log(`${keysCount} keys answered after ${Math.round(answeredMs)} ms, all done after ${Math.round(doneMs)} ms.`);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(keysCount);
  expect(doneMs).toBeLessThan(wellBeforeTheLeaseMs);
});
