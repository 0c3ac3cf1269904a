// Personal data of a customer in this service: its cards. Their rows contain ids and the last four digits, and remain.
import { CardSchema } from '../../../gen/payments/cards/v1/card_pb.ts';
import { recordMaker } from '../../kit/messages/personal-record.ts';
import type { PersonalRecords } from '../../kit/service/personal-records.ts';
import type { CardsContext } from '../context.ts';
import { toCard } from '../convert.ts';

const cardRecord = recordMaker('card', CardSchema);

export const personalRecords: PersonalRecords<CardsContext> = {
  export: async (person, { store }) => {
    const cards = await store.cards.ofCardholder(person);
    return cards.map((card) => cardRecord(card.id, toCard(card)));
  },
};
