// Personal data of a customer in this service: its cards and their transactions. Their rows remain, without the merchants, which its key seals.
import { CardSchema } from '../../../gen/payments/cards/v1/card_pb.ts';
import { CardTransactionSchema } from '../../../gen/payments/cards/v1/card_transaction_pb.ts';
import { recordMaker } from '../../kit/messages/personal-record.ts';
import type { PersonalRecords } from '../../kit/service/personal-records.ts';
import type { CardsContext } from '../context.ts';
import { toCard } from '../convert.ts';
import { toCardTransaction } from '../convert-payment.ts';

const cardRecord = recordMaker('card', CardSchema);
const paymentRecord = recordMaker('card-transaction', CardTransactionSchema);

export const personalRecords: PersonalRecords<CardsContext> = {
  export: async (person, { store }) => {
    const cards = await store.cards.ofCardholder(person);
    const payments = await store.paymentList.ofCardholder(person);
    return [
      ...cards.map((card) => cardRecord(card.id, toCard(card))),
      ...payments.map((payment) => paymentRecord(payment.id, toCardTransaction(payment))),
    ];
  },
};
