// CloseCustomerCards: closes the cards of a deleted customer.
import type { CardDirectoryService } from '../../../gen/payments/cards/v1/card_directory_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { CardsMethod } from '../context.ts';
import { cardAfter } from '../domain/card.ts';
import { changeCard } from '../steps/change-card.ts';

export const closeCustomerCards: CardsMethod<typeof CardDirectoryService.method.closeCustomerCards> = async (
  request,
  context,
) => {
  const customerId = uuidOf('Customer', request.customerId);
  if (customerId === undefined) throw invalidInput([{ field: 'customerId', message: 'is not the id of a customer' }]);
  const cards = await context.store.cards.ofCardholder({ platformId: context.caller.platformId, customerId });
  for (const card of cards.filter(({ state }) => state !== 'CLOSED'))
    await changeCard(card, (locked) => cardAfter(locked, 'closedByService') ?? locked, context);
  return {};
};
