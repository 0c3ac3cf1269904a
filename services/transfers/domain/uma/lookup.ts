// A lookup of a receiver: its accepted currencies and required fields, stored for quotes that refer to it.
import { currencyOf } from '../../../kit/core/currencies.ts';
import { exactAmountMax } from '../rates/pricing.ts';
import type { PlatformSettings } from '../shared/platform-settings.ts';
import { railLimits } from '../shared/rails.ts';
import type { RequiredField } from './customer-fields.ts';

/** Limits of a receiver for one currency, in its smallest unit. */
export interface Acceptance {
  readonly currency: string;
  readonly min: bigint;
  readonly max: bigint;
}

/** The result of a lookup. */
export interface Receiver {
  /** The preferred currency first. */
  readonly accepted: readonly Acceptance[];
  /** Required fields of the payer. */
  readonly payerFields: readonly RequiredField[];
}

export interface Lookup extends Receiver {
  readonly id: string;
  readonly platformId: string;
  /** UMA address, or public id of the account. */
  readonly receiver: string;
  /** In the platform's time. */
  readonly expiresAt: Date;
}

const validMs = 600_000;

/** When a lookup made now expires. */
export function lookupDeadline(now: Date): Date {
  return new Date(now.getTime() + validMs);
}

/** Whether a quote for this receiver may use the lookup now. */
export function isUsable(lookup: Lookup, receiver: string, now: Date): boolean {
  return lookup.receiver === receiver && now < lookup.expiresAt;
}

/** The limits of a currency: the strictest of the platform's, the corridor's, and those of the widest rail. */
export function acceptanceOf(
  currency: string,
  settings: PlatformSettings | undefined,
  rails: readonly string[] = [],
): Acceptance {
  const own = settings?.supportedCurrencies.find(({ currencyCode }) => currencyCode === currency);
  const { minAmount = 1n, maxAmount = exactAmountMax } = own ?? {};
  const limits = rails.length > 0 ? rails.map(railLimits) : [{ min: 1n }];
  const railMin = least(limits.map(({ min }) => min));
  const railMax = greatest(limits.map(({ max = exactAmountMax }) => max));
  const corridorMax = currencyOf(currency)?.maxAmount ?? exactAmountMax;
  return { currency, min: greatest([minAmount, railMin]), max: least([maxAmount, corridorMax, railMax]) };
}

const least = (amounts: readonly bigint[]) => amounts.reduce((one, other) => (one < other ? one : other));
const greatest = (amounts: readonly bigint[]) => amounts.reduce((one, other) => (one > other ? one : other));
