// Deadlines, rails, fees and references of quotes.
import { expect, test } from 'vitest';
import { deadlineOf, isExpired } from '../../services/transfers/domain/payment/quote.ts';
import { payoutRails } from '../../services/transfers/domain/rates/corridors.ts';
import { isOverrideValid, platformFeeOf, serviceFeeOf } from '../../services/transfers/domain/rates/fees.ts';
import { noFee } from '../../services/transfers/domain/rates/pricing.ts';
import { shownAt } from '../../services/transfers/domain/record/transaction.ts';
import { carries, chooseOffer, railSeconds, sandboxOffers } from '../../services/transfers/domain/shared/rails.ts';
import { reconciliationReferenceOf, referenceOf, refundReferenceOf } from '../../services/transfers/domain/shared/reference.ts';

const now = new Date('2026-03-01T10:00:00Z');

test.each([
  ['Lightning or Spark', { isLightningOrSpark: true, isWithoutRail: true }, 120],
  ['two internal accounts', { isLightningOrSpark: false, isWithoutRail: true }, 300],
  ['an instant rail', { isLightningOrSpark: false, isWithoutRail: false, route: { rail: 'RTP', mode: 'AUTO' } as const }, 300],
  ['a slow rail', { isLightningOrSpark: false, isWithoutRail: false, route: { rail: 'ACH', mode: 'AUTO' } as const }, 900],
])('a quote over %s is valid for %o', (_, journey, seconds) => {
  expect(deadlineOf(journey, now).getTime() - now.getTime()).toBe(seconds * 1000);
});

test('a quote is expired from its deadline on, swept or not', () => {
  const expiresAt = new Date(now.getTime() + 1);

  expect(isExpired({ state: 'OPEN', expiresAt }, now)).toBe(false);
  expect(isExpired({ state: 'OPEN', expiresAt }, expiresAt)).toBe(true);
  expect(isExpired({ state: 'EXECUTING', expiresAt }, expiresAt)).toBe(false);
  expect(shownAt({ kind: 'PAYMENT', state: 'OPEN', updatedAt: now, expiresAt }, expiresAt)).toEqual({
    status: 'EXPIRED',
    updatedAt: expiresAt,
  });
  expect(shownAt({ kind: 'PAYMENT', state: 'EXECUTING', updatedAt: now, expiresAt }, expiresAt)).toEqual({
    status: 'PENDING',
    updatedAt: now,
  });
});

test.each([
  [['ACH', 'WIRE', 'RTP', 'FEDNOW'], 1_000n, 'RTP'],
  [['ACH', 'WIRE', 'RTP', 'FEDNOW'], 2_000_000_000n, 'WIRE'],
  [['SEPA', 'SEPA_INSTANT'], 5n, 'SEPA_INSTANT'],
  [['UPI'], 10_000_001n, 'UPI'],
  [[], 1n, undefined],
])('of %o the amount %s takes %s', (supported, amount, rail) => {
  expect(chooseOffer(supported.length ? sandboxOffers(supported) : [], { amount })?.rail).toBe(rail);
});

test('rails know their currencies and durations', () => {
  const [slow, instant] = sandboxOffers(['RTGS', 'SPEI']);
  expect(slow && carries(slow, 19_999_999n)).toBe(false);
  expect(instant && carries(instant, 10n ** 15n)).toBe(true);
  expect(chooseOffer(sandboxOffers(['RTP', 'ACH']), { rail: 'ACH', amount: 1n })).toEqual(sandboxOffers(['ACH'])[0]);
  expect([railSeconds('SWIFT'), railSeconds('PIX')]).toEqual([259_200, 10]);
});

test('collect-only assets and chains have no payout rail', () => {
  expect([payoutRails('BTC'), payoutRails('ARS'), payoutRails('CAD')]).toEqual([[], [], ['BANK_TRANSFER']]);
});

const usdToEur = { sending: 'USD', receiving: 'EUR' };
const usdToUsd = { sending: 'USD', receiving: 'USD' };
const standing = [{ currency: 'USD', fixed: 75n, bps: 40n }];

test('the service fee is half a percent for conversions', () => {
  expect([serviceFeeOf(usdToEur, []), serviceFeeOf(usdToUsd, [])]).toEqual([{ fixed: 0n, bps: 50n }, noFee]);
});

test('the standing fee applies across currencies; an override replaces it anywhere', () => {
  const override = { currency: 'USD', fixed: 1n, bps: 0n };

  expect(platformFeeOf(usdToEur, standing)).toBe(standing[0]);
  expect(platformFeeOf(usdToUsd, standing)).toBe(noFee);
  expect(platformFeeOf({ sending: 'EUR', receiving: 'USD' }, standing)).toBe(noFee);
  expect(platformFeeOf(usdToUsd, standing, override)).toBe(override);
});

test('an override is in US dollars on a quote that sends them', () => {
  const override = (currency: string) => ({ currency, fixed: 0n, bps: 0n });

  expect(isOverrideValid(usdToEur, override('USD'))).toBe(true);
  expect(isOverrideValid(usdToEur, override('EUR'))).toBe(false);
  expect(isOverrideValid({ sending: 'EUR', receiving: 'USD' }, override('EUR'))).toBe(false);
});

test('a reference is PAY- and twelve characters of base32', () => {
  const reference = referenceOf(new Uint8Array([0, 1, 10, 31, 32, 63, 255, 18, 20, 21, 27, 9]));

  expect(reference).toBe('PAY-01AZ0ZZJMNV9');
  expect(refundReferenceOf(reference)).toBe('PAY-01AZ0ZZJMNV9-REFUND');
  expect(reconciliationReferenceOf(refundReferenceOf(reference))).toBe(reference);
});
