// The platform's decision on a payment of an agent, over the transaction. The action and the transaction share one verdict.
import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/record/transaction.ts';
import { findTransaction } from '../shared/find-transaction.ts';
import { reload } from '../shared/reload.ts';
import { notWaiting } from '../uma/decide-waiting.ts';

export interface ActionVerdict {
  readonly isApproved: boolean;
  readonly reason?: string;
}

/** The transaction afterwards. Undefined if no action of an agent waits for it. Throws TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL. */
export async function decideAction(
  context: TransfersContext,
  transactionId: string,
  verdict: ActionVerdict,
): Promise<Transaction | undefined> {
  const transaction = await findTransaction(context, transactionId);
  if (transaction.state !== 'AWAITING_APPROVAL') return undefined;
  const { isDecided } = await context.clients.agentActions.decideAction({ transactionId: transaction.id, ...verdict });
  if (!isDecided) throw notWaiting(transaction);
  return reload(context, transaction);
}
