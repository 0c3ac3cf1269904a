// Personal data of a customer in this service: data of people in its transactions.
import { TransactionSchema } from '../../../../gen/payments/transfers/v1/transaction_pb.ts';
import { publicId } from '../../../kit/core/ids.ts';
import { type PersonalRecord, recordMaker } from '../../../kit/messages/personal-record.ts';
import type { PersonalRecords } from '../../../kit/service/personal-records.ts';
import type { TransfersContext } from '../../context.ts';
import { toTransaction } from '../../convert.ts';
import { isOutgoing, type Transaction } from '../../domain/record/transaction.ts';

export const personalRecords: PersonalRecords<TransfersContext> = {
  export: async (person, { store, clock }) => {
    const transactions = await store.personalData.ofCustomer(person);
    return transactions.map((one) => exported(one, clock.now()));
  },
  erase: (person, { store }) => store.personalData.erase(person),
};

const transactionRecord = recordMaker('transaction', TransactionSchema);

/** Includes the remittance information, which the public contract never returns. */
function exported(transaction: Transaction, now: Date): PersonalRecord {
  const record = transactionRecord(publicId('Transaction', transaction.id), toTransaction(transaction, now));
  const remittanceInformation = isOutgoing(transaction) ? transaction.quote.remittanceInformation : undefined;
  if (remittanceInformation === undefined) return record;
  return { ...record, fields: { ...record.fields, remittanceInformation } };
}
