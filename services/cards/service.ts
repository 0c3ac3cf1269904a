// The definition of the cards service.
import { CardDirectoryService } from '../../gen/payments/cards/v1/card_directory_pb.ts';
import { CardService, UpdateCardRequestSchema } from '../../gen/payments/cards/v1/card_pb.ts';
import { deliverEvents } from '../kit/background/deliver-events.ts';
import { check } from '../kit/messages/check.ts';
import { defineService, serve } from '../kit/service/service.ts';
import { openStore } from '../kit/storage/store.ts';
import { checkUpdateCard } from './checks/update-card.ts';
import { needs } from './context.ts';
import { sandboxIssuer } from './issuer/sandbox-issuer.ts';
import { provisionCard } from './jobs/provision-card.ts';
import { reportCard } from './jobs/report-card.ts';
import { closeCard } from './methods/close-card.ts';
import { closeCustomerCards } from './methods/close-customer-cards.ts';
import { createCard } from './methods/create-card.ts';
import { getCard } from './methods/get-card.ts';
import { listCards } from './methods/list-cards.ts';
import { updateCard } from './methods/update-card.ts';
import { cardTables } from './migrations/0001-cards.ts';
import { personalRecords } from './steps/personal-records.ts';
import { CardRecord } from './store/records.ts';
import { cardsRows } from './store/store.ts';

export const cards = defineService({
  name: 'cards',
  needs,
  serves: [
    serve(CardService, { createCard, listCards, getCard, updateCard }),
    serve(CardDirectoryService, { closeCard, closeCustomerCards }),
  ],
  migrations: [cardTables],
  entities: [CardRecord],
  checks: [check(UpdateCardRequestSchema, checkUpdateCard)],
  jobs: { 'provision-card': provisionCard, 'report-card': reportCard },
  personalRecords,
  relay: deliverEvents,
  open: ({ database, secrets, settings }) => ({
    store: openStore(database, cardsRows(secrets)),
    sandboxIssuer: sandboxIssuer(settings.sandboxTimeScale),
  }),
});
