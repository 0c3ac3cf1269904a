// ShowAgentPayments: the transactions of actions, with their quotes.
import type { AgentPaymentService } from '../../../gen/payments/transfers/v1/agent_payment_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { toQuote, toTransaction } from '../convert.ts';

type ShowAgentPayments = TransfersMethod<typeof AgentPaymentService.method.showAgentPayments>;

export const showAgentPayments: ShowAgentPayments = async ({ transactionIds }, { store, caller, clock }) => {
  const found = await store.transactions.findAll(caller.platformId, transactionIds);
  const now = clock.now();
  const data = found.map((one) => ({
    transactionId: one.id,
    transaction: toTransaction(one, now),
    ...(one.kind === 'PAYMENT' && { quote: toQuote(one, now) }),
  }));
  return { data };
};
