// Processes killed while they advance a clock: the next process continues, and everything runs once, at its own moment.
import { expect, test } from 'vitest';
import { brokenInvariants, forgetTheDead, stepsOf } from '../kit/books.ts';
import { runProcess, startProcess } from '../kit/launch.ts';
import { eventually, makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

test('killed on request, after the move, after the due work ran, and at the end', async () => {
  const url = await flowDatabase();
  const receiver = await startReceiver();
  const victim = await startProcess({ env: { DATABASE_URL: url, CRASH_AT: 'clock advance asked' } });
  const rest = restAt(victim.origin);
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const payer = await makePayer(rest, 100_000);
  const returned = await makeQuote(rest, {
    from: payer.accountId,
    to: await makePayee(rest, payer.customerId, '005'),
    amount: 20_000,
  });
  const slow = await makeQuote(rest, {
    from: payer.accountId,
    to: await makePayee(rest, payer.customerId, '003'),
    amount: 10_000,
  });
  const startMs = Date.now();
  for (const { id } of [returned, slow]) await rest('POST', `/quotes/${id}/execute`);
  const call = { body: { seconds: 3600 }, headers: { 'idempotency-key': 'one hour' } };

  await expect(rest('POST', '/sandbox/clock/advance', call)).rejects.toThrow('fetch failed');
  expect((await victim.ended).signal).toBe('SIGKILL');
  for (const point of ['clock moved', 'clock stop done', 'concluded', 'clock moved', 'clock advance over']) {
    await forgetTheDead(url);
    const { signal, output } = await runProcess({ env: { DATABASE_URL: url, CRASH_AT: point } });
    expect(signal, output).toBe('SIGKILL');
  }
  await forgetTheDead(url);
  const survivor = await startProcess({ env: { DATABASE_URL: url } });
  const door = restAt(survivor.origin);
  const answer = await door('POST', '/sandbox/clock/advance', call);

  expect([answer.status, answer.body.offsetSeconds]).toEqual([200, 3600]);
  expect((await door('GET', '/sandbox/clock')).body.offsetSeconds).toBe(3600);
  expect(await stepsOf(url, returned.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
  expect(await stepsOf(url, slow.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  const eventTypes = await eventually(
    () => receiver.received.filter(({ body }) => [returned, slow].some(({ transactionId }) => body.data.id === transactionId)),
    (events) => new Set(events.map(({ body }) => body.id)).size >= 9, // some may have arrived more than once
  );
  const seconds = new Map(
    eventTypes.map(({ body }) => [`${body.data.id} ${body.type}`, (Date.parse(body.timestamp) - startMs) / 1000]),
  );
  const tookSeconds = (Date.now() - startMs) / 1000; // the clock ran on while no process was alive
  for (const [event, dueAfter] of [
    [`${returned.transactionId} OUTGOING_PAYMENT.FAILED`, 30],
    [`${slow.transactionId} OUTGOING_PAYMENT.COMPLETED`, 360],
  ] as const) {
    expect(seconds.get(event), event).toBeGreaterThanOrEqual(dueAfter);
    expect(seconds.get(event), event).toBeLessThan(dueAfter + tookSeconds);
  }
  expect(await brokenInvariants(url)).toEqual([]);
});

test('after a process is killed for good, the next one completes the advance without another request', async () => {
  const url = await flowDatabase();
  const victim = await startProcess({ env: { DATABASE_URL: url, CRASH_AT: 'clock stop done' } });
  await expect(restAt(victim.origin)('POST', '/sandbox/clock/advance', { body: { seconds: 60 } })).rejects.toThrow(
    'fetch failed',
  );
  await victim.ended;
  await forgetTheDead(url);

  const { origin } = await startProcess({ env: { DATABASE_URL: url } });

  const clock = await eventually(
    async () => (await restAt(origin)('GET', '/sandbox/clock')).body,
    ({ offsetSeconds }) => offsetSeconds > 0,
  );
  expect(clock.offsetSeconds).toBe(60);
});

test('two processes advance one clock in turn', async () => {
  const url = await flowDatabase();
  const processes = await Promise.all([1, 2].map(() => startProcess({ env: { DATABASE_URL: url } })));
  const doors = processes.map(({ origin }) => restAt(origin));

  const answers = await Promise.all(
    [...doors, ...doors, ...doors].map((door) => door('POST', '/sandbox/clock/advance', { body: { seconds: 10 } })),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  const clocks = await Promise.all(doors.map((door) => door('GET', '/sandbox/clock')));
  expect(clocks.map(({ body }) => body.offsetSeconds)).toEqual([60, 60]);
});
