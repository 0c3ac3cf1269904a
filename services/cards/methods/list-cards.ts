// ListCards: the cards that match all given filters, newest first by default.
import type { CardService, ListCardsRequest } from '../../../gen/payments/cards/v1/card_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { CardsMethod } from '../context.ts';
import { toCard, toState } from '../convert.ts';
import type { CardFilter } from '../store/card-list.ts';

export const listCards: CardsMethod<typeof CardService.method.listCards> = async (request, { caller, store }) => {
  const { cursor, limit = pageSize, sortOrder } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const filter = filterOf(request, caller.platformId);
  if (!filter) return { data: [], totalCount: 0n, hasMore: false };

  const [totalCount, cards] = await Promise.all([
    store.cards.count(filter),
    store.cards.page(filter, { after, limit, isOldestFirst: sortOrder === 'asc' }),
  ]);
  const { data, ...position } = pageOf(cards, limit);
  return { data: data.map(toCard), totalCount, ...position };
};

/** Undefined if nothing can match: an id is malformed. */
function filterOf(request: ListCardsRequest, platformId: string): CardFilter | undefined {
  const { platformCardId, state } = request;
  const cardholderId = request.cardholderId === undefined ? undefined : (uuidOf('Customer', request.cardholderId) ?? none);
  const accountId = request.accountId === undefined ? undefined : (uuidOf('InternalAccount', request.accountId) ?? none);
  if (cardholderId === none || accountId === none) return undefined;
  return { platformId, cardholderId, accountId, platformCardId, state: toState(state) };
}

const none = 'none';
