// The platform's settings of a currency: enabled, directions and limits.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { TransactionType } from '../../../../gen/payments/common/v1/payment_pb.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import { exactAmountMax } from '../rates/pricing.ts';
import type { Money } from '../shared/money.ts';
import type { CurrencySettings, PlatformSettings } from '../shared/platform-settings.ts';

type Settings = PlatformSettings | undefined;

/** Throws INVALID_CURRENCY. */
export function refuseUnused(currency: string, settings: Settings): void {
  if (!settingsOf(currency, settings)) {
    throw fail(ErrorCode.INVALID_CURRENCY, `The currency ${currency} is not enabled for this platform.`);
  }
}

/** Throws INVALID_CURRENCY if the direction is not enabled. */
export function refuseDirection(currency: string, way: 'INCOMING' | 'OUTGOING', settings: Settings): void {
  if (settingsOf(currency, settings)?.enabledTransactionTypes.includes(TransactionType[way])) return;
  const name = way === 'INCOMING' ? 'Incoming' : 'Outgoing';
  throw fail(ErrorCode.INVALID_CURRENCY, `${name} transactions in ${currency} are not enabled for this platform.`);
}

/** Throws AMOUNT_OUT_OF_RANGE. */
export function refuseBounds({ currency, amount }: Money, settings: Settings): void {
  const { minAmount: min = 1n, maxAmount: max = exactAmountMax } = settingsOf(currency, settings) ?? {};
  if (amount < min || amount > max) throw outOfRange(currency, { min, max });
}

export function outOfRange(currency: string, { min, max }: { min: bigint; max: bigint }): Refusal {
  const details = { min: Number(min), max: Number(max), currency };
  return fail(ErrorCode.AMOUNT_OUT_OF_RANGE, `The amount must be between ${min} and ${max} ${currency}, after fees.`, details);
}

function settingsOf(currency: string, settings: Settings): CurrencySettings | undefined {
  return settings?.supportedCurrencies.find(({ currencyCode }) => currencyCode === currency);
}
