// Has the issuer provision a new card, and repeats the question while the issuer has not decided.
import { type Job, retryAt } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import type { CardsContext } from '../context.ts';
import { type Card, cardAfter } from '../domain/card.ts';
import type { Provisioning } from '../issuer/issuer.ts';
import { changeCard } from '../steps/change-card.ts';
import { issuerOf } from '../steps/issuer-of.ts';

export async function provisionCard({ platformId, payload }: Job, context: CardsContext): Promise<void> {
  const card = await context.store.cards.find(platformId, String(payload.cardId));
  if (card?.state !== 'PROCESSING') return;
  const outcome = await issuerOf(context).provision(card, context.clock.now());
  if (outcome.kind === 'PENDING') {
    if (outcome.askAgainAt) throw retryAt(outcome.askAgainAt);
    return;
  }
  reached('card decided');
  await changeCard(card, (locked) => decided(locked, outcome), context);
}

/** A card that was closed meanwhile stays closed. */
function decided(card: Card, outcome: Exclude<Provisioning, { kind: 'PENDING' }>): Card {
  if (outcome.kind === 'REJECTED') return cardAfter(card, 'rejected') ?? card;
  const after = cardAfter(card, 'provisioned');
  return after ? { ...after, issued: outcome.issued } : card;
}
