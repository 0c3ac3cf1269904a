// The arithmetic of a quote: sent amount, received amount and fees. Amounts are in the smallest unit.
import {
  type Decimal,
  decimalOf,
  divideCeiling,
  divideFloor,
  divideHalfUp,
  divideToRate,
  one,
  shift,
  tenTo,
} from '../shared/decimal.ts';

/** A fee of two parts. The fixed part is deducted first, the variable part is a share of the rest. */
export interface Fee {
  readonly fixed: bigint;
  /** Hundredths of a percent. */
  readonly bps: bigint;
}

export const noFee: Fee = { fixed: 0n, bps: 0n };

/** The inputs of a price. */
export interface Terms {
  /** Receiving major units per sending major unit, at most 12 significant digits. */
  readonly rate: Decimal;
  readonly sendingDecimals: number;
  readonly receivingDecimals: number;
  readonly platformFee: Fee;
  readonly serviceFee: Fee;
  /** Fee of the receiving side, in receiving units. */
  readonly counterpartyFee: bigint;
}

export interface Price {
  /** The total debit, fees included. */
  readonly sending: bigint;
  readonly receiving: bigint;
  readonly platformFee: bigint;
  readonly serviceFee: bigint;
  /** The variable part of `serviceFee`. */
  readonly serviceVariableFee: bigint;
  /** In receiving units. */
  readonly counterpartyFee: bigint;
  /** All fees in the sending currency: the platform's, the service's and the counterparty's. */
  readonly fees: bigint;
}

/** The largest amount that a JSON number represents exactly. */
export const exactAmountMax = 9_007_199_254_740_991n;

/** For a given sending amount. Undefined if the received amount would be zero or too large. */
export function priceSending(terms: Terms, sending: bigint): Price | undefined {
  const price = sending > exactAmountMax ? undefined : priceUnbounded(terms, sending);
  return price && price.receiving >= 1n && price.receiving <= exactAmountMax ? price : undefined;
}

/** Whether the received amount would exceed the maximum. */
export function isBeyondMax(terms: Terms, sending: bigint): boolean {
  return (priceUnbounded(terms, sending)?.receiving ?? 0n) > exactAmountMax;
}

/** Undefined if the fixed fees consume the whole amount. */
function priceUnbounded(terms: Terms, sending: bigint): Price | undefined {
  const base = sending - terms.platformFee.fixed - terms.serviceFee.fixed;
  if (base <= 0n) return undefined;
  const serviceVariableFee = variablePart(base, terms.serviceFee);
  const platformFee = terms.platformFee.fixed + variablePart(base, terms.platformFee);
  const serviceFee = terms.serviceFee.fixed + serviceVariableFee;
  const { counterpartyFee } = terms;

  const { top, bottom } = conversionOf(terms);
  const net = sending - platformFee - serviceFee;
  const receiving = divideFloor(net * top, bottom) - counterpartyFee;
  const fees = platformFee + serviceFee + divideHalfUp(counterpartyFee * bottom, top);
  return { sending, receiving, platformFee, serviceFee, serviceVariableFee, counterpartyFee, fees };
}

/** Whether fees consume the whole amount. The counterparty's fee, rounded up, can do so for tiny amounts. */
export function takesAll({ fees, sending }: Price): boolean {
  return fees >= sending;
}

/**
 * For a given receiving amount, which is exact: the smallest debit whose price delivers at least that amount. The excess stays in the
 * conversion account, so that locking this side is never cheaper than locking the other.
 */
export function priceReceiving(terms: Terms, receiving: bigint): Price | undefined {
  if (receiving < 1n) return undefined;
  const { top, bottom } = conversionOf(terms);
  const net = divideCeiling((receiving + terms.counterpartyFee) * bottom, top);
  const base = smallestBase(terms, net);
  if (base === undefined) return undefined;
  const price = priceSending(terms, base + terms.platformFee.fixed + terms.serviceFee.fixed);
  return price && { ...price, receiving };
}

/**
 * The smallest base that leaves `net`. Each variable fee is rounded separately, so the rest deviates from the straight line by at most one,
 * and may step back by one when both round up together. The search starts below the line and returns the first match.
 */
function smallestBase(terms: Terms, net: bigint): bigint | undefined {
  const share = 10_000n - terms.platformFee.bps - terms.serviceFee.bps;
  if (share <= 0n) return undefined;
  let base = divideFloor((net - 1n) * 10_000n, share);
  if (base < 1n) base = 1n;
  while (remainder(terms, base) < net) base++;
  return base;
}

function remainder({ platformFee, serviceFee }: Terms, base: bigint): bigint {
  return base - variablePart(base, platformFee) - variablePart(base, serviceFee);
}

function variablePart(base: bigint, { bps }: Fee): bigint {
  return divideHalfUp(base * bps, 10_000n);
}

/** One smallest sending unit equals `top` / `bottom` smallest receiving units. */
function conversionOf({ rate, sendingDecimals, receivingDecimals }: Terms): { top: bigint; bottom: bigint } {
  const { digits, scale } = shift(rate, receivingDecimals - sendingDecimals);
  return scale >= 0 ? { top: digits, bottom: tenTo(scale) } : { top: digits * tenTo(-scale), bottom: 1n };
}

/** The `exchangeRate` of quotes and transactions: sending units per receiving unit, fees excluded. */
export function printedRate(rate: Decimal): Decimal {
  return divideToRate(one, rate);
}

/** The rate in lists: fees included, in major units. */
export function allInRate(terms: Terms, { sending, receiving }: Pick<Price, 'sending' | 'receiving'>): Decimal {
  return divideToRate(decimalOf(sending, terms.sendingDecimals), decimalOf(receiving, terms.receivingDecimals));
}
