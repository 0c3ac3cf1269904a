// Which fees a quote carries: the service's own, and the platform's standing one or its override.
import { type Fee, noFee } from './pricing.ts';

/** A platform's fee, as its configuration or a quote request has it. */
export interface PlatformFee extends Fee {
  readonly currency: string;
}

export interface Pair {
  readonly sending: string;
  readonly receiving: string;
}

/** What the service takes in one corridor, as the operator has set it. */
export interface ServiceFee extends Fee, Pair {
  /** Absent: over all rails that have no fee of their own, and where there is none. */
  readonly rail?: string;
  /** What the other side takes, in receiving units; absent: what the rail tells. */
  readonly counterparty?: bigint;
}

const crossCurrency: Fee = { fixed: 0n, bps: 50n };

/** The service's fee: that of the rail, or of the corridor; where none is set, half a percent if the currencies differ. */
export function serviceFeeOf(
  { sending, receiving }: Pair,
  set: readonly ServiceFee[],
  rail?: string,
): Fee & Pick<ServiceFee, 'counterparty'> {
  const ofCorridor = set.filter((fee) => fee.sending === sending && fee.receiving === receiving);
  const fee = ofCorridor.find((one) => one.rail === rail) ?? ofCorridor.find((one) => one.rail === undefined);
  return fee ?? (sending === receiving ? noFee : crossCurrency);
}

/** The standing fee applies where currencies differ; an override replaces it, and applies to one currency too. */
export function platformFeeOf(pair: Pair, standing: readonly PlatformFee[], override?: PlatformFee): Fee {
  if (override) return override;
  if (pair.sending === pair.receiving) return noFee;
  return standing.find(({ currency }) => currency === pair.sending) ?? noFee;
}

/** Overrides are in US dollars, on quotes that send US dollars. */
export function isOverrideValid(pair: Pair, override: PlatformFee): boolean {
  return pair.sending === 'USD' && override.currency === pair.sending;
}
