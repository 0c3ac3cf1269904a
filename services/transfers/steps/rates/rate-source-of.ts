// The rate source of a platform: fixed rates for sandbox platforms, the operator's source for
// others.
import type { TransfersContext } from '../../context.ts';
import { connectedRates } from '../../rates/connected-rates.ts';
import type { RateSource } from '../../rates/rate-source.ts';
import { sandboxRates } from '../../rates/sandbox-rates.ts';

/** Undefined if none is configured. */
export function findRateSource({ caller, clients, isRateSourceConnected }: TransfersContext): RateSource | undefined {
  if (caller.environment === 'sandbox') return sandboxRates;
  return isRateSourceConnected ? connectedRates(clients.rates) : undefined;
}
