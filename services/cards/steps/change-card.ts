// Changes a card: the row, its events, and the job that reports the change to others, in one transaction.
import type { NewJob } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import type { CardsContext } from '../context.ts';
import type { Card } from '../domain/card.ts';
import type { CardsRows } from '../store/store.ts';
import { cardEvents } from './card-events.ts';

/**
 * `decide` receives the locked card and returns it changed, or the same object to change nothing. May run more than once. A repeated operation
 * finds its own change. Returns undefined if there is no such card.
 */
export async function changeCard(
  { platformId, id }: Pick<Card, 'platformId' | 'id'>,
  decide: (card: Card) => Card,
  context: CardsContext,
): Promise<Card | undefined> {
  const { store, operationId } = context;
  const card = await store.write(async (rows) => {
    const before = await rows.cards.lock(platformId, id);
    if (!before || before.changedBy === operationId) return before;
    const decided = decide(before);
    return decided === before ? before : writeChange(rows, { before, decided }, context);
  });
  reached('card changed');
  return card;
}

async function writeChange(
  rows: CardsRows,
  { before, decided }: { before: Card; decided: Card },
  context: CardsContext,
): Promise<Card> {
  const version = before.version + 1n;
  const after = { ...decided, version, changedBy: context.operationId, updatedAt: context.clock.now() };
  await rows.cards.update(after);
  await rows.outbox.addMany(cardEvents(context, before, after));
  if (isReported(before, after)) await rows.jobs.add(reportJob(after, before, context));
  if (after.state === 'CLOSED') await rows.jobs.add(closingJob(after, context));
  return after;
}

/** Ends the open payments of a closed card. */
function closingJob({ id }: Card, { caller, clock, requestId }: CardsContext): NewJob {
  return { kind: 'close-payments', key: id, caller, payload: { cardId: id }, runAt: clock.now(), requestId };
}

/** Limits concern this service only. */
function isReported(before: Card, after: Card): boolean {
  return before.state !== after.state || before.sources !== after.sources;
}

/** Reports the state of a card to its issuer, and its funding sources to the keeper of their keys. */
export function reportJob(card: Card, before: Card | undefined, { caller, clock, requestId }: CardsContext): NewJob {
  const sourceIds = [...new Set([...(before?.sources ?? []), ...card.sources].map(({ id }) => id))];
  return {
    kind: 'report-card',
    key: `${card.id} ${card.version}`,
    caller,
    payload: { cardId: card.id, sourceIds },
    runAt: clock.now(),
    requestId,
  };
}
