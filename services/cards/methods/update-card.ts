// UpdateCard: changes state, funding sources and limit of a card, all or none.
import type { CardService } from '../../../gen/payments/cards/v1/card_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { CardsMethod } from '../context.ts';
import { changedFields, toCard, toUpdate } from '../convert.ts';
import { updated } from '../domain/update.ts';
import { changeCard } from '../steps/change-card.ts';
import { cardNotFound, findCard } from '../steps/find-card.ts';
import { requestedFunding } from '../steps/funding.ts';

export const updateCard: CardsMethod<typeof CardService.method.updateCard> = async (request, context) => {
  if (changedFields(request).size === 0)
    throw fail(ErrorCode.INVALID_INPUT, 'Name a field to change: state, fundingSources or maxSpendPerTransaction.');
  const { fundingSources } = request;
  const found = await findCard(request.id, context);
  const hasNewSources = changedFields(request).has('fundingSources');
  const funding = hasNewSources ? await requestedFunding({ ...found, fundingSources }, context) : undefined;
  const update = toUpdate(request, funding?.accounts);

  const card = await changeCard(found, (locked) => updated(locked, update, () => context.ids.next()), context);
  if (!card) throw cardNotFound(request.id);
  return toCard(card);
};
