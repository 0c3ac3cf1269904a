// Calls from a world to a provider of production platforms.
import { RateService } from '../../gen/payments/rates/v1/rate_pb.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import type { World } from './platform.ts';

/** Asks the source of exchange rates, which `absent` replaces in a world. */
export function callRates({ running, id }: Pick<World, 'running' | 'id'>) {
  const caller = { platformId: id, environment: 'production', permissions: [], clockOffsetMs: 0, service: 'transfers' } as const;
  const call = { caller, requestId: 'request-1', signal: new AbortController().signal, admitted: true };
  return clientOf(RateService, running.dispatch)(call).listRates({});
}
