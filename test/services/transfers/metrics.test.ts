// What the metrics of a platform say about its open payments.
import { expect, test } from 'vitest';
import { makePayer, makeQuote, makeSlowPayee } from '../../kit/payments.ts';
import { startWorld } from '../../kit/platform.ts';

const world = await startWorld();
const { rest, wall } = world;

/** The metrics of open payments that are not 0, by name, kind and state. They are measured every 15 seconds. */
async function measured(): Promise<Record<string, number>> {
  await world.settle();
  wall.advance(15_000);
  await world.settle();
  const { payload } = await world.app.inject('/metrics');
  const lines = [
    ...payload.matchAll(/^payments_open_(\w+)\{service="transfers",environment="sandbox",kind="(\w+)",state="(\w+)"\} (\S+)$/gm),
  ];
  const values = lines.map(([, name, kind, state, value]): [string, number] => [`${name} ${kind} ${state}`, Number(value)]);
  return Object.fromEntries(values.filter(([, value]) => value !== 0));
}

test('open payments are counted by their state, with the age of the oldest, until they are final', async () => {
  expect(await measured()).toEqual({});

  const { accountId, customerId } = await makePayer(rest);
  const payee = await makeSlowPayee(rest, customerId);
  const quotes = [await makeQuote(rest, { from: accountId, to: payee }), await makeQuote(rest, { from: accountId, to: payee })];
  expect(await measured()).toEqual({ 'payments PAYMENT OPEN': 2, 'payment_age_seconds PAYMENT OPEN': 15 });

  for (const { id } of quotes) await rest('POST', `/quotes/${id}/execute`);
  wall.advance(60_000);
  expect(await measured()).toEqual({ 'payments PAYMENT SENT': 2, 'payment_age_seconds PAYMENT SENT': 75 });

  wall.advance(3_600_000);
  expect(await measured()).toEqual({});
});
