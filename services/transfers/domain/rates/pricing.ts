// The arithmetic of a quote: what is sent, what arrives, and where the difference goes. Amounts are in the smallest unit.
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

/** A fee of two parts. The fixed one is taken off first, the variable one is of what remains. */
export interface Fee {
  readonly fixed: bigint;
  /** Hundredths of a percent. */
  readonly bps: bigint;
}

export const noFee: Fee = { fixed: 0n, bps: 0n };

/** What a quote is priced by. */
export interface Terms {
  /** Receiving major units for one sending major unit, 12 significant digits at most. */
  readonly rate: Decimal;
  readonly sendingDecimals: number;
  readonly receivingDecimals: number;
  readonly platformFee: Fee;
  readonly serviceFee: Fee;
  /** Taken by the other side, in receiving units. */
  readonly counterpartyFee: bigint;
}

export interface Price {
  /** The whole debit, fees included. */
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

/** The largest amount that a JSON number holds exactly. */
export const exactAmountMax = 9_007_199_254_740_991n;

/** The sender's side is given. Undefined when nothing would arrive, or more than can be told. */
export function priceSending(terms: Terms, sending: bigint): Price | undefined {
  const price = sending > exactAmountMax ? undefined : priceUnbounded(terms, sending);
  return price && price.receiving >= 1n && price.receiving <= exactAmountMax ? price : undefined;
}

/** Whether more would arrive of it than an amount can be. */
export function isBeyondMax(terms: Terms, sending: bigint): boolean {
  return (priceUnbounded(terms, sending)?.receiving ?? 0n) > exactAmountMax;
}

/** Undefined where the fixed fees take it all. */
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

/** Whether fees are all that is told of the payment: the counterparty's, rounded up, may make them so where next to nothing is sent. */
export function takesAll({ fees, sending }: Price): boolean {
  return fees >= sending;
}

/**
 * The receiver's side is given and is kept to the unit: the smallest debit whose price brings at least that much. What it brings
 * beyond stays in the conversion account, so that locking this side is never cheaper than locking the other.
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
 * The smallest base of which `net` remains. Each variable fee is rounded on its own, so that the remainder is off the straight line
 * by one at most, and may step back by one where both round up at once: the search starts below the line and takes the first hit.
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

/** One smallest sending unit is `top` / `bottom` smallest receiving units. */
function conversionOf({ rate, sendingDecimals, receivingDecimals }: Terms): { top: bigint; bottom: bigint } {
  const { digits, scale } = shift(rate, receivingDecimals - sendingDecimals);
  return scale >= 0 ? { top: digits, bottom: tenTo(scale) } : { top: digits * tenTo(-scale), bottom: 1n };
}

/** What quotes and transactions show as `exchangeRate`: sending units for one receiving unit, fees excluded. */
export function printedRate(rate: Decimal): Decimal {
  return divideToRate(one, rate);
}

/** What a list of rates shows: all-in, fees included, in major units. */
export function allInRate(terms: Terms, { sending, receiving }: Pick<Price, 'sending' | 'receiving'>): Decimal {
  return divideToRate(decimalOf(sending, terms.sendingDecimals), decimalOf(receiving, terms.receivingDecimals));
}
