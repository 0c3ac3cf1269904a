// The books of a payment, from the hold to the last refund: no unit is lost in any currency, at any fee and amount.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Price, priceReceiving, priceSending } from '../../services/transfers/domain/rates/pricing.ts';
import {
  dispatchLegs,
  holdLegs,
  type Leg,
  type Payment,
  refundDoneLegs,
  refundFailLegs,
  releaseLegs,
  reverseLegs,
  settleLegs,
} from '../../services/transfers/domain/shared/legs.ts';
import { anyAmount, anyTerms, runs } from './terms.ts';

describe('from the quote to the end no unit is lost', () => {
  const quoted = fc.record({
    terms: anyTerms,
    amount: anyAmount,
    isSendingLocked: fc.boolean(),
    isInside: fc.boolean(),
    isPulled: fc.boolean(),
  });

  const stories: [string, (payment: Payment) => Leg[][], (payment: Payment) => Record<string, bigint>][] = [
    ['delivered', (one) => [holdLegs(one), dispatchLegs(one), settleLegs(one)], deliveredBooks],
    ['failed before the dispatch', (one) => [holdLegs(one), releaseLegs(one), refundDoneLegs(one)], () => ({})],
    ['failed after it', (one) => [holdLegs(one), dispatchLegs(one), reverseLegs(one, false), refundDoneLegs(one)], () => ({})],
    [
      'returned',
      (one) => [holdLegs(one), dispatchLegs(one), settleLegs(one), reverseLegs(one, true), refundDoneLegs(one)],
      () => ({}),
    ],
    [
      'refunded without success',
      (one) => [holdLegs(one), dispatchLegs(one), reverseLegs(one, false), refundFailLegs(one)],
      (one) => ({ [`${originOf(one)} S`]: -one.sending, 'REFUND_SUSPENSE S': one.sending }),
    ],
  ];

  test.each(stories)('when it is %s', (_, story, expected) => {
    fc.assert(
      fc.property(quoted, ({ terms, amount, isSendingLocked, isInside, isPulled }) => {
        const price = isSendingLocked ? priceSending(terms, amount) : priceReceiving(terms, amount);
        if (!price) return;
        const payment = paymentFor(price, { isInside, isPulled });
        const journals = story(payment);
        for (const legs of journals) expect(sumsOf(legs, ({ currency: code }) => code)).toEqual({});
        expect(sumsOf(journals.flat(), nameOf)).toEqual(expected(payment));
      }),
      runs,
    );
  });
});

function paymentFor(price: Price, { isInside, isPulled }: { isInside: boolean; isPulled: boolean }): Payment {
  return {
    ...(isPulled ? { fundingRail: 'ACH' } : { sourceId: 'source' }),
    ...(isInside && { destinationId: 'destination' }),
    ...(price.platformFee > 0n && { feeAccountId: 'fees' }),
    rail: 'SEPA',
    sendingCurrency: 'S',
    receivingCurrency: 'R',
    sending: price.sending,
    receiving: price.receiving,
    platformFee: price.platformFee,
    serviceFee: price.serviceFee,
    counterpartyFee: price.counterpartyFee,
  };
}

const originOf = ({ sourceId }: Payment) => (sourceId ? 'source:AVAILABLE' : 'WORLD:ACH');

function deliveredBooks(payment: Payment): Record<string, bigint> {
  const { sending, receiving, platformFee, serviceFee, counterpartyFee, destinationId } = payment;
  const books = {
    [`${originOf(payment)} S`]: -sending,
    'FX S': sending - platformFee - serviceFee,
    'FX R': -(receiving + counterpartyFee),
    'FEE_SERVICE S': serviceFee,
    'FEE_COUNTERPARTY R': counterpartyFee,
    'fees:AVAILABLE S': platformFee,
    [destinationId ? 'destination:AVAILABLE R' : 'WORLD:SEPA R']: receiving,
  };
  return Object.fromEntries(Object.entries(books).filter(([, sum]) => sum !== 0n));
}

/** The non-zero balances. */
function sumsOf(legs: readonly Leg[], keyOf: (leg: Leg) => string): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const leg of legs) sums[keyOf(leg)] = (sums[keyOf(leg)] ?? 0n) + leg.amount;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

function nameOf({ account, currency: code }: Leg): string {
  if ('accountId' in account) return `${account.accountId}:${account.part} ${code}`;
  return `${account.house}${account.rail ? `:${account.rail}` : ''} ${code}`;
}
