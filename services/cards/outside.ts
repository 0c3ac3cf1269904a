// The party outside the installation that the cards service uses.
import { type OutsideParty, providerParty } from '../kit/service/outside.ts';
import type { Settings } from '../kit/service/service.ts';
import type { CardsContext } from './context.ts';

export function outside({ serviceUrls }: Settings): OutsideParty<CardsContext>[] {
  return serviceUrls?.has('issuing') ? [issuer] : [];
}

/** The page of a card that does not exist. No other call of an issuer only reads. */
const issuer = providerParty<CardsContext>('issuing', ({ clients, ids }) =>
  clients.issuer.createRevealSession({ cardId: `Card:${ids.next()}` }),
);
