// The agent that requests a transaction, and its action.
import type { TransfersContext } from '../../context.ts';
import type { QuotedPayment } from '../../domain/payment/payment.ts';
import type { TransactionCore } from '../../domain/shared/transaction-core.ts';

/** Empty if the platform requests it. */
export const agentOf = ({ agentId }: TransfersContext['caller']) => (agentId === undefined ? {} : { agentId });

/** The action that creates a transfer is its operation. Empty if the platform requests it. */
export const actionOf = ({ caller, operationId }: Acting) => (caller.agentId === undefined ? {} : { actionId: operationId });

/** The action of this execution, if an agent requests it. The proof of a customer continues an execution. */
export function executingAction(context: Acting, { state, actionId }: Pick<QuotedPayment, 'state' | 'actionId'>) {
  return { actionId: state === 'AWAITING_PROOF' ? actionId : actionOf(context).actionId };
}

type Acting = Pick<TransfersContext, 'caller' | 'operationId'>;

/** The transaction that the ledger moves money for. */
export function subjectOf({ id: subject, agentId, actionId }: Pick<TransactionCore, 'id' | 'agentId' | 'actionId'>) {
  return { subject, ...(agentId !== undefined && { agent: { agentId, ...(actionId !== undefined && { actionId }) } }) };
}
