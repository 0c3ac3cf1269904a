// DecideAction: the platform's decision over the transaction of an action.
import type { ActionDirectoryService } from '../../../gen/payments/agents/v1/action_directory_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { approveAction, rejectAction } from '../steps/decide-action.ts';

type DecideAction = AgentsMethod<typeof ActionDirectoryService.method.decideAction>;

export const decideAction: DecideAction = async ({ transactionId, isApproved, reason }, context) => {
  const action = await context.store.actions.findByTransaction(context.caller.platformId, transactionId);
  if (action?.state !== 'PENDING') return { isDecided: false };
  const decided = isApproved ? await approveAction(context, action) : await rejectAction(context, action, reason);
  return { isDecided: decided !== undefined };
};
