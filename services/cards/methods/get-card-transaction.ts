// GetCardTransaction: one card transaction, for the list of all transactions.
import type { CardTransactionDirectoryService } from '../../../gen/payments/cards/v1/card_transaction_directory_pb.ts';
import type { CardsMethod } from '../context.ts';
import { toCardTransaction } from '../convert-payment.ts';
import { findPayment } from '../steps/payment/find.ts';

type Methods = typeof CardTransactionDirectoryService.method;

export const getCardTransaction: CardsMethod<Methods['getCardTransaction']> = async ({ id }, context) =>
  toCardTransaction(await findPayment(id, context));
