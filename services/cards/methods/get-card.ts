// GetCard: one card, in any state.
import type { CardService } from '../../../gen/payments/cards/v1/card_pb.ts';
import type { CardsMethod } from '../context.ts';
import { toCard } from '../convert.ts';
import { findCard } from '../steps/find-card.ts';

export const getCard: CardsMethod<typeof CardService.method.getCard> = async ({ id }, context) =>
  toCard(await findCard(id, context));
