// CloseCard: an operator closes a card.
import type { CardDirectoryService } from '../../../gen/payments/cards/v1/card_directory_pb.ts';
import type { CardsMethod } from '../context.ts';
import { toCard } from '../convert.ts';
import { type Card, cardAfter } from '../domain/card.ts';
import { alreadyClosed } from '../domain/update.ts';
import { changeCard } from '../steps/change-card.ts';
import { cardNotFound, findCard } from '../steps/find-card.ts';

export const closeCard: CardsMethod<typeof CardDirectoryService.method.closeCard> = async ({ cardId }, context) => {
  const card = await changeCard(await findCard(cardId, context), closed, context);
  if (!card) throw cardNotFound(cardId);
  return { card: toCard(card) };
};

function closed(card: Card): Card {
  const after = cardAfter(card, 'closedByService');
  if (!after) throw alreadyClosed();
  return after;
}
