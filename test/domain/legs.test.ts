// What each step of a payment books.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dispatchLegs,
  fundLegs,
  holdLegs,
  incomingLegs,
  type Leg,
  type Payment,
  refundDoneLegs,
  refundFailLegs,
  releaseLegs,
  reverseLegs,
  settleLegs,
} from '../../services/transfers/domain/shared/legs.ts';
import { anyPayment, payment } from './any-payment.ts';

/** The remaining non-zero amounts by account and currency. */
function balances(...journals: Leg[][]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { account, currency, amount } of journals.flat()) {
    const name =
      'house' in account ? `${account.house}${account.rail ? `:${account.rail}` : ''}` : `${account.accountId}:${account.part}`;
    sums[`${name} ${currency}`] = (sums[`${name} ${currency}`] ?? 0n) + amount;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

test('a completed payment leaves the conversion, the fees and the payout', () => {
  const left = balances(holdLegs(payment), dispatchLegs(payment), settleLegs(payment));

  expect(left).toEqual({
    'source:AVAILABLE USD': -20_000n,
    'FX USD': 19_720n,
    'FX EUR': -18_142n,
    'FEE_SERVICE USD': 125n,
    'fees:AVAILABLE USD': 155n,
    'WORLD:SEPA EUR': 18_142n,
  });
});

test('in one currency there is no conversion', () => {
  const same = { ...payment, receivingCurrency: 'USD', sending: 500n, receiving: 500n, platformFee: 0n, serviceFee: 0n };

  expect(dispatchLegs(same)).toEqual([
    { account: { accountId: 'source', part: 'HELD' }, currency: 'USD', amount: -500n },
    { account: { house: 'PAYOUT' }, currency: 'USD', amount: 500n },
  ]);
});

test('a returned payment debits the platform fee from its account, and the rest is owed', () => {
  const reversal = reverseLegs(payment, true);

  expect(reversal.find(({ account }) => 'accountId' in account)).toEqual({
    account: { accountId: 'fees', part: 'AVAILABLE' },
    currency: 'USD',
    amount: -155n,
    restFrom: { house: 'PLATFORM_RECEIVABLE' },
  });
});

test('every journal sums to zero in each currency, moves each account once, and has at least two legs', () => {
  fc.assert(
    fc.property(anyPayment, fc.boolean(), (any, isSettled) => {
      const steps = [holdLegs, fundLegs, dispatchLegs, settleLegs, releaseLegs, refundDoneLegs, refundFailLegs].map((legs) =>
        legs(any),
      );
      for (const legs of [...steps, reverseLegs(any, isSettled)]) {
        const sums = Object.values(Object.groupBy(legs, ({ currency }) => currency)).map((group = []) =>
          group.reduce((sum, { amount }) => sum + amount, 0n),
        );
        expect(sums.every((sum) => sum === 0n)).toBe(true);
        expect(new Set(legs.map(({ account, currency, restFrom }) => JSON.stringify([account, currency, restFrom]))).size).toBe(
          legs.length,
        );
        expect(legs.length).toBeGreaterThan(1);
      }
    }),
  );
});

test.each([
  ['released', (any: Payment) => [holdLegs(any), releaseLegs(any), refundDoneLegs(any)]],
  ['reversed', (any: Payment) => [holdLegs(any), dispatchLegs(any), reverseLegs(any, false), refundDoneLegs(any)]],
  [
    'returned',
    (any: Payment) => [holdLegs(any), dispatchLegs(any), settleLegs(any), reverseLegs(any, true), refundDoneLegs(any)],
  ],
])('a payment that is %s and refunded leaves nothing behind', (_, journals) => {
  fc.assert(
    fc.property(anyPayment, (any) => {
      expect(balances(...journals(any))).toEqual({});
    }),
  );
});

test('money from a push returns to its source, in full, or to an internal account', () => {
  const { sourceId: _, ...rest } = payment;
  const brought = { ...rest, fundingRail: 'ACH', arrived: 19_000n };

  expect(balances(fundLegs(brought))).toEqual({ 'WORLD:ACH USD': -19_000n, 'FUNDING USD': 19_000n });
  expect(balances(fundLegs(brought), releaseLegs(brought), refundDoneLegs(brought))).toEqual({});
  const inside = refundDoneLegs({ ...brought, refundAccountId: 'own' });
  expect(balances(fundLegs(brought), releaseLegs(brought), inside)).toEqual({
    'WORLD:ACH USD': -19_000n,
    'own:AVAILABLE USD': 19_000n,
  });
});

test('a failed refund leaves the sent amount in suspense', () => {
  const left = balances(holdLegs(payment), dispatchLegs(payment), reverseLegs(payment, false), refundFailLegs(payment));

  expect(left).toEqual({ 'source:AVAILABLE USD': -20_000n, 'REFUND_SUSPENSE USD': 20_000n });
});

test('external money is mirrored', () => {
  expect(balances(incomingLegs({ accountId: 'a', currency: 'USD', amount: 7n, rail: 'SANDBOX' }))).toEqual({
    'WORLD:SANDBOX USD': -7n,
    'a:AVAILABLE USD': 7n,
  });
});
