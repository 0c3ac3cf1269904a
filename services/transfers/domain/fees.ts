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

const crossCurrency: Fee = { fixed: 0n, bps: 50n };

/** The service's fee: half a percent where currencies differ. */
export function serviceFeeOf({ sending, receiving }: Pair): Fee {
  return sending === receiving ? noFee : crossCurrency;
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
