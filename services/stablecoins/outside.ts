// The party outside the installation that the stablecoins service uses.
import { type OutsideParty, providerParty } from '../kit/service/outside.ts';
import type { Settings } from '../kit/service/service.ts';
import type { StablecoinsContext } from './context.ts';

export function outside({ serviceUrls }: Settings): OutsideParty<StablecoinsContext>[] {
  return serviceUrls?.has('stablecoin_providers') ? [provider] : [];
}

/** An operation that does not exist. */
const provider = providerParty<StablecoinsContext>('stablecoin_providers', ({ clients, ids }) =>
  clients.provider.findOperation({ stablecoinOperationId: ids.next() }),
);
