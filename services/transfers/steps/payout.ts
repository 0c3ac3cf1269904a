// The payout of a transaction, as the rail is handed it.
import type { TransfersContext } from '../context.ts';
import { networkOfWallet } from '../domain/networks.ts';
import { quoteOf, type Transaction } from '../domain/record.ts';
import type { Payout } from '../rails/rail.ts';

/** An account that was deleted meanwhile is still paid: what has begun goes on. */
export async function payoutOf({ clients }: TransfersContext, transaction: Transaction): Promise<Payout> {
  const { accounts } = await clients.accounts.getAccounts({ ids: [transaction.receiver], includingDeleted: true });
  const [found] = accounts;
  if (found?.kind.case !== 'external') throw new Error(`The account ${transaction.receiver} of a payout is not there.`);
  const network = networkOfWallet(found.kind.value.account?.accountInfo?.info.case ?? '');
  const { route, remittanceInformation, isTransfer = false } = quoteOf(transaction);
  return {
    key: transaction.id,
    environment: transaction.environment,
    isTransfer,
    isBankAccount: found.kind.value.isBankAccount,
    identifier: found.kind.value.primaryIdentifier,
    amount: transaction.received,
    isDelivered: transaction.settledAt !== undefined,
    ...(route && { rail: route.rail }),
    ...(network !== undefined && { network }),
    ...(remittanceInformation !== undefined && { remittanceInformation }),
  };
}
