// The action that a request addresses.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AgentsContext } from '../context.ts';
import type { Action } from '../domain/action.ts';
import { actionStates } from '../domain/action-machine.ts';

/** Throws REFERENCE_NOT_FOUND, also for an action of another agent. `agentId`: uuid. */
export async function findAction(
  { store, caller }: AgentsContext,
  { actionId, agentId }: { readonly actionId: string; readonly agentId: string },
): Promise<Action> {
  const id = uuidOf('AgentAction', actionId);
  const action = id === undefined ? undefined : await store.actions.find(caller.platformId, id);
  if (action?.agentId === agentId && !actionStates[action.state].isHidden) return action;
  throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no action ${actionId}.`, { resource: 'AgentAction' });
}

/** The refusal of a decision on an action that does not wait. */
export function notPending({ state }: Action) {
  const { shown: status } = actionStates[state];
  return fail(ErrorCode.CONFLICT, `The action is ${status}. Only pending actions can be approved or rejected.`, { status });
}
