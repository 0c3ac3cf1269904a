// FindCardSubjects: which subjects of the ledger are card transactions, of any platform.
import type { CardTransactionDirectoryService } from '../../../gen/payments/cards/v1/card_transaction_directory_pb.ts';
import type { CardsMethod } from '../context.ts';

type Methods = typeof CardTransactionDirectoryService.method;

export const findCardSubjects: CardsMethod<Methods['findCardSubjects']> = async ({ subjects }, { store }) => ({
  subjects: await store.paymentList.subjectsAmong(subjects),
});
