// What a customer has to authorize: the steps of a payment, and the text message.
import { describe, expect, test } from 'vitest';
import { agreementOf, nextStep, stepsOf } from '../../services/transfers/domain/payment/authorization.ts';

test('a payment in one currency is one step, and one with an exchange two', () => {
  const [same, other] = [
    { sending: 'EUR', receiving: 'EUR' },
    { sending: 'EUR', receiving: 'GBP' },
  ];

  expect([stepsOf(same), nextStep(same, 'TRANSFER')]).toEqual([['TRANSFER'], undefined]);
  expect([stepsOf(other), nextStep(other, 'CURRENCY_CONVERSION'), nextStep(other, 'PAYOUT')]).toEqual([
    ['CURRENCY_CONVERSION', 'PAYOUT'],
    'PAYOUT',
    undefined,
  ]);
});

describe('the text message says', () => {
  test.each([
    [{ currency: 'EUR', amount: 1_050n }, 'EUR', 'TRANSFER', 'to pay 10.5 EUR to Grace Hopper'],
    [{ currency: 'EUR', amount: 5n }, 'GBP', 'PAYOUT', 'to pay 0.05 EUR to Grace Hopper'],
    [{ currency: 'USDC', amount: 1n }, 'USDC', 'TRANSFER', 'to pay 0.000001 USDC to Grace Hopper'],
    [{ currency: 'EUR', amount: 123_400n }, 'GBP', 'CURRENCY_CONVERSION', 'to convert 1234 EUR to GBP'],
  ] as const)('of %o to %s for %s: %s', (sent, currency, purpose, text) => {
    expect(agreementOf({ sent, received: { currency } }, purpose, 'Grace Hopper')).toBe(text);
  });
});
