// Applies an event that the card network reports about a transaction.
import type { CardsContext } from '../../context.ts';
import type { Happening, PullEnd } from '../../domain/payment/happening.ts';
import type { NetworkEvent } from '../../domain/payment/network-event.ts';
import { laterPullOf, usualOutcome } from '../../domain/payment/sandbox-outcomes.ts';
import type { CardTransaction } from '../../domain/payment/transaction.ts';
import { apply } from './apply.ts';

export type { NetworkEvent } from '../../domain/payment/network-event.ts';

export interface Report {
  /** The issuer's id of the event. */
  readonly eventId: string;
  readonly event: NetworkEvent;
}

/** The transaction after the event. Undefined if its state does not allow it. */
export async function report(
  context: CardsContext,
  { id, cardId }: CardTransaction,
  { eventId, event }: Report,
): Promise<CardTransaction | undefined> {
  const card = await context.store.cards.find(context.caller.platformId, cardId);
  const isCardClosed = card?.state === 'CLOSED';
  return apply(context, id, { eventId, happening: () => happeningOf(event, { isCardClosed, pull: laterPull(context, id) }) });
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
