// RevealCard: a page of the issuer that shows the number, expiry and code of a card.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { CardService } from '../../../gen/payments/cards/v1/card_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { CardsMethod } from '../context.ts';
import { isRevealable } from '../domain/card.ts';
import { allowedOriginsOf } from '../steps/allowed-origins.ts';
import { findCard } from '../steps/find-card.ts';
import { issuerOf } from '../steps/issuer-of.ts';

const lifeMs = 5 * 60_000;

/** The page is returned only after the call was recorded. */
export const revealCard: CardsMethod<typeof CardService.method.revealCard> = async ({ id }, context) => {
  const { caller, clients, clock, address, store } = context;
  if (caller.tokenId === undefined) throw fail(ErrorCode.FORBIDDEN, 'A card is revealed to the holder of an API token only.');
  const card = await findCard(id, context);
  if (!isRevealable(card))
    throw fail(ErrorCode.FORBIDDEN, `The card is ${card.state}. Only ACTIVE and FROZEN cards can be revealed.`, {
      reason: 'CARD_NOT_REVEALABLE',
    });

  const now = clock.now();
  const expiresAt = new Date(now.getTime() + lifeMs);
  const allowedOrigins = allowedOriginsOf(await clients.platform.getPlatform({}));
  const { url, tokenHash } = await issuerOf(context).createRevealSession(card, { expiresAt, allowedOrigins });
  reached('reveal session created');
  const { platformId, tokenId } = caller;
  await store.reveals.insert({ platformId, cardId: card.id, tokenHash, tokenId, address, createdAt: now, expiresAt });
  return { panEmbedUrl: url, expiresAt: timestampFromDate(expiresAt) };
};
