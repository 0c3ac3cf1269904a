// What this service stores about a customer as a person: what its transactions tell of the people behind them.
import { TransactionSchema } from '../../../../gen/payments/transfers/v1/transaction_pb.ts';
import { publicId } from '../../../kit/core/ids.ts';
import { recordMaker } from '../../../kit/messages/personal-record.ts';
import type { PersonalRecords } from '../../../kit/service/service.ts';
import type { TransfersContext } from '../../context.ts';
import { toTransaction } from '../../convert.ts';

const transactionRecord = recordMaker('transaction', TransactionSchema);

export const personalRecords: PersonalRecords<TransfersContext> = {
  export: async (person, { store, clock }) => {
    const transactions = await store.personalData.ofCustomer(person);
    return transactions.map((one) => transactionRecord(publicId('Transaction', one.id), toTransaction(one, clock.now())));
  },
  erase: (person, { store }) => store.personalData.erase(person),
};
