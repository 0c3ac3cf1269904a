// The card that a request names.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { CardsContext } from '../context.ts';
import type { Card } from '../domain/card.ts';

/** By public id. Throws REFERENCE_NOT_FOUND. */
export async function findCard(cardId: string, { caller, store }: CardsContext): Promise<Card> {
  const id = uuidOf('Card', cardId);
  const card = id === undefined ? undefined : await store.cards.find(caller.platformId, id);
  if (!card) throw cardNotFound(cardId);
  return card;
}

export function cardNotFound(cardId: string): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no card ${cardId}.`, { resource: 'Card' });
}
