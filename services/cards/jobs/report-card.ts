// Reports a changed card: its funding sources to the auth service, which keeps their delegated keys, and its state to the issuer.
import type { Job } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { CardsContext } from '../context.ts';
import { attachedSources, type Card } from '../domain/card.ts';
import { issuerOf } from '../steps/issuer-of.ts';

/**
 * Jobs of one card can run concurrently. Each reports the current card, removes the sources that it may itself have reported, and starts again
 * if the card has changed meanwhile, so that the last one to end has reported the last version.
 */
export async function reportCard({ platformId, payload }: Job, context: CardsContext): Promise<void> {
  const find = () => context.store.cards.find(platformId, String(payload.cardId));
  const sourceIds = Array.isArray(payload.sourceIds) ? payload.sourceIds.map(String) : [];
  for (let card = await find(); card; ) {
    await reportSources(card, sourceIds, context);
    if (card.issued) await issuerOf(context).setState(card);
    reached('card state reported');
    const current = await find();
    card = current?.version === card.version ? undefined : current;
  }
}

async function reportSources(card: Card, reportedIds: readonly string[], { clients }: CardsContext): Promise<void> {
  const attached = attachedSources(card);
  const attachedIds = new Set(attached.map(({ id }) => id));
  for (const id of reportedIds.filter((one) => !attachedIds.has(one))) {
    await clients.delegatedKeys.unbindFundingSource({ fundingSourceId: publicId('CardFundingSource', id) });
    reached('source unbound');
  }
  for (const { id, accountId } of attached) {
    await clients.delegatedKeys.bindFundingSource({
      fundingSourceId: publicId('CardFundingSource', id),
      cardId: publicId('Card', card.id),
      accountId: publicId('InternalAccount', accountId),
    });
    reached('source bound');
  }
}
