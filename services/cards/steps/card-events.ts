// The events of a change of a card: `CARD.STATE_CHANGE`, then `CARD.FUNDING_SOURCE_CHANGE`.
import { CardFundingSourceChangeWebhookSchema, CardStateChangeWebhookSchema } from '../../../gen/payments/cards/v1/card_pb.ts';
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { eventMaker, type Origin } from '../../kit/background/events.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { publicId } from '../../kit/core/ids.ts';
import { toCard } from '../convert.ts';
import type { Card } from '../domain/card.ts';

export function cardEvents(origin: Origin, before: Card, after: Card): OutboxEvent[] {
  const data = toCard(after);
  const of = { resource: publicId('Card', after.id), customerId: after.cardholderId, data };
  const sequence = after.version * 2n; // two events per change at most
  const events: OutboxEvent[] = [];
  if (before.state !== after.state) events.push(stateChange(origin, { ...of, type: WebhookType.CARD_STATE_CHANGE, sequence }));
  if (before.sources !== after.sources)
    events.push(sourceChange(origin, { ...of, type: WebhookType.CARD_FUNDING_SOURCE_CHANGE, sequence: sequence + 1n }));
  return events;
}

const stateChange = eventMaker(CardStateChangeWebhookSchema);
const sourceChange = eventMaker(CardFundingSourceChangeWebhookSchema);
