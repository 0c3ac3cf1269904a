// The card that a request names.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { CardsContext } from '../context.ts';
import type { Card } from '../domain/card.ts';

/** By public id. Throws REFERENCE_NOT_FOUND. */
export async function findCard(cardId: string, { caller, store }: CardsContext): Promise<Card> {
  const id = uuidOf('Card', cardId);
  return (id && (await store.cards.find(caller.platformId, id))) || refuse(cardId);
}

/** Like `findCard`, possibly in an earlier version. */
export async function findRecentCard(cardId: string, { caller, store }: CardsContext): Promise<Card> {
  const id = uuidOf('Card', cardId);
  return (id && (await store.cards.findRecent(caller.platformId, id))) || refuse(cardId);
}

function refuse(cardId: string): never {
  throw cardNotFound(cardId);
}

export function cardNotFound(cardId: string): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no card ${cardId}.`, { resource: 'Card' });
}
