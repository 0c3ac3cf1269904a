// Changes of a card that its platform requests.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import { areSameSources, type Card, type CardEvent, type CardState, cardAfter, type Source, sourcesFor } from './card.ts';

export type RequestedState = 'ACTIVE' | 'FROZEN' | 'CLOSED';

/** An absent field does not change. */
export interface CardUpdate {
  readonly state?: RequestedState | undefined;
  /** The accounts that pay, in order. */
  readonly accounts?: readonly Omit<Source, 'id'>[] | undefined;
  /** Undefined removes the limit. */
  readonly maxSpend?: { readonly to: bigint | undefined };
}

const events: Readonly<Record<RequestedState, CardEvent>> = { ACTIVE: 'unfrozen', FROZEN: 'frozen', CLOSED: 'closedByPlatform' };

/** The card after an update; the same object if nothing changes. Throws the refusal of its state. */
export function updated(card: Card, update: CardUpdate, newId: () => string): Card {
  const { state, accounts, maxSpend } = update;
  if (state === undefined && card.state === 'CLOSED')
    throw fail(ErrorCode.CARD_NOT_MUTABLE, 'The card is CLOSED and cannot be changed.', { state: card.state });
  const moved = state === undefined ? card : cardAfter(card, events[state]);
  if (!moved) throw stateRefusal(card.state, state);
  const sources = accounts ? sourcesFor(accounts, card.sources, newId) : card.sources;
  const after = {
    ...moved,
    sources: areSameSources(sources, card.sources) ? card.sources : sources,
    maxSpend: maxSpend ? maxSpend.to : card.maxSpend,
  };
  const isSame = after.state === card.state && after.sources === card.sources && after.maxSpend === card.maxSpend;
  return isSame ? card : after;
}

function stateRefusal(from: CardState, to: RequestedState | undefined): Refusal {
  if (from === 'CLOSED' && to === 'CLOSED') return alreadyClosed();
  const details = { currentState: from, requestedState: to ?? '' };
  return fail(ErrorCode.INVALID_STATE_TRANSITION, `The card is ${from} and cannot become ${to}.`, details);
}

export function alreadyClosed(): Refusal {
  return fail(ErrorCode.CARD_ALREADY_CLOSED, 'The card is already CLOSED.');
}
