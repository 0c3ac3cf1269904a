// Applies an event that the card network reports about a transaction.
import type { CardsContext } from '../../context.ts';
import type { Happening, PullEnd } from '../../domain/payment/happening.ts';
import type { NetworkEvent } from '../../domain/payment/network-event.ts';
import { laterPullOf, usualOutcome } from '../../domain/payment/sandbox-outcomes.ts';
import type { CardTransaction } from '../../domain/payment/transaction.ts';
import { apply, type Obstacle } from './apply.ts';

export type { NetworkEvent } from '../../domain/payment/network-event.ts';

export interface Report {
  /** The issuer's id of the event. */
  readonly eventId: string;
  readonly event: NetworkEvent;
}

/** The transaction after the event. */
export function report(
  context: CardsContext,
  transaction: CardTransaction,
  { eventId, event }: Report,
): Promise<CardTransaction | Obstacle> {
  return reportBy(context, transaction, { eventId, eventOf: () => event });
}

interface ReportBy extends Pick<Report, 'eventId'> {
  /** The event, given the current transaction. What it throws leaves no trace. */
  readonly eventOf: (transaction: CardTransaction) => NetworkEvent;
}

/** The same for an event that depends on the transaction, which may have changed since it was read. */
export async function reportBy(
  context: CardsContext,
  { id, cardId }: CardTransaction,
  { eventId, eventOf }: ReportBy,
): Promise<CardTransaction | Obstacle> {
  const card = await context.store.cards.find(context.caller.platformId, cardId);
  const isCardClosed = card?.state === 'CLOSED';
  const pull = laterPull(context, id);
  return apply(context, id, { eventId, happening: (current) => happeningOf(eventOf(current), { isCardClosed, pull }) });
}

function happeningOf(
  event: NetworkEvent,
  { isCardClosed, pull }: { isCardClosed: boolean; pull: PullEnd | undefined },
): Happening {
  if (!('amount' in event)) return { kind: event.kind };
  const amount = `${event.amount}`;
  return event.kind === 'CLEARING' ? { kind: 'CLEARING', amount, isCardClosed, pull } : { kind: event.kind, amount };
}

/** How a debit beyond the hold ends, which only the sandbox varies. */
function laterPull({ caller }: CardsContext, id: string): PullEnd | undefined {
  return caller.environment === 'sandbox' ? laterPullOf(id) : usualOutcome.pull;
}
