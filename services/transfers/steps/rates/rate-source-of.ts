// Where a platform's rates come from: the sandbox's fixed ones for sandbox platforms, the source that the operator has connected for
// others.
import type { TransfersContext } from '../../context.ts';
import { connectedRates } from '../../rates/connected-rates.ts';
import type { RateSource } from '../../rates/rate-source.ts';
import { sandboxRates } from '../../rates/sandbox-rates.ts';

/** Undefined where none is connected. */
export function findRateSource({ caller, clients, isRateSourceConnected }: TransfersContext): RateSource | undefined {
  if (caller.environment === 'sandbox') return sandboxRates;
  return isRateSourceConnected ? connectedRates(clients.rates) : undefined;
}
