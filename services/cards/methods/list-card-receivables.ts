// ListCardReceivables: what customers owe for card payments that their accounts did not cover.
import type { CardDirectoryService } from '../../../gen/payments/cards/v1/card_directory_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import type { CardsMethod } from '../context.ts';
import { toCardTransaction } from '../convert-payment.ts';
import { inFundingCurrency } from '../domain/payment/transaction.ts';

type Methods = typeof CardDirectoryService.method;

export const listCardReceivables: CardsMethod<Methods['listCardReceivables']> = async ({ after, limit }, { caller, store }) => {
  const owing = await store.paymentList.owing(caller.platformId, after === undefined ? undefined : uuidIn(after), limit);
  return {
    receivables: owing.map((transaction) => ({
      transaction: toCardTransaction(transaction),
      owedAmount: inFundingCurrency(transaction.owed, transaction.fundingCurrency),
      currency: transaction.fundingCurrency,
    })),
  };
};
