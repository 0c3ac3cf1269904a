// Payments of every kind.
import fc from 'fast-check';
import type { Payment } from '../../services/transfers/domain/shared/legs.ts';

export const payment: Payment = {
  sourceId: 'source',
  rail: 'SEPA',
  sendingCurrency: 'USD',
  receivingCurrency: 'EUR',
  sending: 20_000n,
  receiving: 18_142n,
  platformFee: 155n,
  serviceFee: 125n,
  counterpartyFee: 0n,
  feeAccountId: 'fees',
};

const payments = fc.record({
  isInternal: fc.boolean(),
  isFromOutside: fc.boolean(),
  isOneCurrency: fc.boolean(),
  receiving: fc.bigInt(1n, 10n ** 12n),
  converted: fc.bigInt(1n, 10n ** 12n),
  platformFee: fc.bigInt(0n, 1_000n),
  serviceFee: fc.bigInt(0n, 1_000n),
  counterpartyFee: fc.bigInt(0n, 1_000n),
  feeAccountId: fc.constantFrom('fees', 'destination'),
});

export const anyPayment = payments.map(
  ({ isInternal, isOneCurrency, isFromOutside, converted, feeAccountId, ...rest }): Payment => {
    const net = isOneCurrency ? rest.receiving + rest.counterpartyFee : converted;
    return {
      ...rest,
      ...(isInternal && { destinationId: 'destination' }),
      ...(rest.platformFee > 0n && { feeAccountId }),
      ...(isFromOutside ? { fundingRail: 'ACH' } : { sourceId: 'source' }),
      rail: 'SEPA',
      sendingCurrency: 'USD',
      receivingCurrency: isOneCurrency ? 'USD' : 'EUR',
      sending: net + rest.platformFee + rest.serviceFee,
    };
  },
);
