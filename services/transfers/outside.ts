// The parties outside the installation that the transfers service uses.
import { type OutsideParty, providerParty } from '../kit/service/outside.ts';
import type { Settings } from '../kit/service/service.ts';
import type { TransfersContext } from './context.ts';

export function outside({ serviceUrls }: Settings): OutsideParty<TransfersContext>[] {
  return [...(serviceUrls?.has('rails') ? [rail] : []), ...(serviceUrls?.has('rates') ? [rates] : [])];
}

/** A payout that does not exist. */
const rail = providerParty<TransfersContext>('rails', ({ clients, ids }) => clients.rail.getPayout({ key: ids.next() }));

const rates = providerParty<TransfersContext>('rates', ({ clients }) => clients.rates.listRates({}));
