// Card payments at two processes on one database: holds never exceed the balance, and each answer matches its hold.
import { expect, test } from 'vitest';
import { brokenInvariants } from '../kit/books.ts';
import { balancesOf, eventually, makePayer } from '../kit/payments.ts';
import type { RestAnswer } from '../kit/rest.ts';
import { startPair } from './pair.ts';

const { databaseUrl, doors, rest } = await startPair();

test('of 200 concurrent authorizations over one balance, those that it covers are approved', async () => {
  const payer = await makePayer(rest, 10_500);
  const card = { cardholderId: payer.customerId, form: 'VIRTUAL', fundingSources: [payer.accountId] };
  const { id: cardId } = (await rest('POST', '/cards', { body: card })).body;
  await eventually(
    () => rest('GET', `/cards/${cardId}`),
    ({ body }) => body.state === 'ACTIVE',
  );
  const message = { amount: 100, currency: { code: 'USD' }, merchant: { descriptor: 'COFFEE BAR' } };

  const answers = await Promise.all(
    Array.from(
      { length: 200 },
      (_, index) =>
        doors[index % 2]?.('POST', `/sandbox/cards/${cardId}/simulate/authorization`, { body: message }) as Promise<RestAnswer>,
    ),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const first = (await rest('GET', '/transactions?type=CARD&limit=100')).body;
  const second = (await rest('GET', `/transactions?type=CARD&limit=100&cursor=${first.nextCursor}`)).body;
  const shown = [...first.data, ...second.data];
  const outcomes = shown.map(({ status, declineReason = '' }) => `${status} ${declineReason}`.trim());
  expect([first.totalCount, new Set(shown.map(({ id }) => id)).size]).toEqual([200, 200]);
  expect(outcomes.filter((outcome) => outcome === 'AUTHORIZED')).toHaveLength(105);
  expect(outcomes.filter((outcome) => outcome === 'EXCEPTION INSUFFICIENT_FUNDS')).toHaveLength(95);
  expect(await balancesOf(rest, payer)).toEqual({ available: 0, total: 10_500 });
  expect(await brokenInvariants(databaseUrl)).toEqual([]);
});
