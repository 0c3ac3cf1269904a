// OpenCardReveal: what the page of the sandbox's issuer shows, once.
import type { CardRevealService } from '../../../gen/payments/cards/v1/card_reveal_pb.ts';
import { ahead } from '../../kit/core/clock.ts';
import type { CardsMethod } from '../context.ts';
import { type Card, isRevealable } from '../domain/card.ts';
import { revealTokenHash } from '../issuer/sandbox-issuer.ts';
import { printedOn } from '../issuer/sandbox-number.ts';
import { allowedOriginsOf } from '../steps/allowed-origins.ts';

export const openCardReveal: CardsMethod<typeof CardRevealService.method.openCardReveal> = async (
  { platformId, token },
  { clients, clock, caller, store },
) => {
  const platform = await clients.platform.getPlatform({ platformId });
  const now = ahead(clock, Number(platform.clockOffsetMs) - caller.clockOffsetMs).now(); // the caller has no platform
  const cardId = await store.reveals.open({ platformId, tokenHash: revealTokenHash(token) }, now);
  const card = cardId === undefined ? undefined : await store.cards.find(platformId, cardId);
  return { allowedOrigins: allowedOriginsOf(platform), ...(card && shown(card)) };
};

function shown(card: Card) {
  const { issued } = card;
  if (!issued || !isRevealable(card)) return {};
  const { last4, expMonth, expYear } = issued;
  return { card: { ...printedOn(card, last4), expMonth, expYear } };
}
