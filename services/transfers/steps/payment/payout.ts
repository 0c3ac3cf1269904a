// The payout of a transaction, as the rail is handed it.
import type { TransfersContext } from '../../context.ts';
import { quoteOf, type Transaction } from '../../domain/payment/record.ts';
import type { Payout } from '../../rails/rail.ts';
import { outsideAccount } from '../shared/outside-account.ts';

export async function payoutOf(context: TransfersContext, transaction: Transaction): Promise<Payout> {
  const { route, remittanceInformation, isTransfer = false } = quoteOf(transaction);
  return {
    key: transaction.id,
    environment: transaction.environment,
    isTransfer,
    account: await outsideAccount(context, transaction.receiver),
    owner: transaction.owner,
    amount: transaction.received,
    isDelivered: transaction.settledAt !== undefined,
    ...(route && { rail: route.rail }),
    ...(remittanceInformation !== undefined && { remittanceInformation }),
  };
}
