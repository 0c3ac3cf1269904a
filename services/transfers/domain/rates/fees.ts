// The fees of a quote: the service's own, and the platform's configured fee or its override.
import { type Fee, noFee } from './pricing.ts';

/** A platform fee, from its configuration or a quote request. */
export interface PlatformFee extends Fee {
  readonly currency: string;
}

export interface Pair {
  readonly sending: string;
  readonly receiving: string;
}

/** The service fee of one corridor, as set by the operator. */
export interface ServiceFee extends Fee, Pair {
  /** Absent: for all rails without a fee of their own, and for payments without a rail. */
  readonly rail?: string;
  /** Fee of the receiving side, in receiving units. Absent: the fee that the rail states. */
  readonly counterparty?: bigint;
}

const crossCurrency: Fee = { fixed: 0n, bps: 50n };

/** The service fee: that of the rail, else of the corridor; by default half a percent if the currencies differ. */
export function serviceFeeOf(
  { sending, receiving }: Pair,
  set: readonly ServiceFee[],
  rail?: string,
): Fee & Pick<ServiceFee, 'counterparty'> {
  const ofCorridor = set.filter((fee) => fee.sending === sending && fee.receiving === receiving);
  const fee = ofCorridor.find((one) => one.rail === rail) ?? ofCorridor.find((one) => one.rail === undefined);
  return fee ?? (sending === receiving ? noFee : crossCurrency);
}

/** The configured fee applies if the currencies differ. An override replaces it, and applies to one currency too. */
export function platformFeeOf(pair: Pair, standing: readonly PlatformFee[], override?: PlatformFee): Fee {
  if (override) return override;
  if (pair.sending === pair.receiving) return noFee;
  return standing.find(({ currency }) => currency === pair.sending) ?? noFee;
}

/** Overrides are in US dollars, for quotes that send US dollars. */
export function isOverrideValid(pair: Pair, override: PlatformFee): boolean {
  return pair.sending === 'USD' && override.currency === pair.sending;
}
