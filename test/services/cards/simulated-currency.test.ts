// The currency of simulated messages: its code is that of the card, and nothing else of it is read.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { refusalOf } from './cards-world.ts';
import { byToken, merchant, newPayer } from './payments-world.ts';

const world = await sharedWorld();
const { cardId } = await newPayer(world);

const authorize = (currency: unknown) =>
  world.rest('POST', `/sandbox/cards/${cardId}/simulate/authorization`, { body: { amount: 1, currency, merchant: merchant() } });

test.each([
  { name: 1, symbol: ['€'], decimals: 'x' },
  { name: null, symbol: {}, decimals: -1 },
  { name: 'Euro', symbol: '€', decimals: 99 },
])('of a currency only the code is read: %j', async (members) => {
  const currency = { code: 'USD', ...members };

  const answer = await authorize(currency);

  expect([answer.status, answer.headers.warning]).toEqual([202, undefined]);
  const { authorizedAmount } = await byToken(world, answer.body.issuerTransactionToken);
  expect(authorizedAmount.currency).toEqual({ code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 });
});

test.each([undefined, {}, { code: 1 }, { code: 'EUR' }, { code: 'usd' }, { name: 'Dollar' }, 'USD'])(
  'a message in the currency %j is refused',
  async (currency) => {
    const answer = await authorize(currency);

    expect(refusalOf(answer)).toEqual([
      400,
      'INVALID_INPUT',
      undefined,
      [typeof currency === 'object' ? 'currency.code' : 'currency'],
    ]);
  },
);
