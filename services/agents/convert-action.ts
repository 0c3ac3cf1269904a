// Converts actions to messages.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type AgentAction,
  AgentActionFailureReason,
  AgentActionSchema,
  AgentActionStatus,
  AgentActionType,
} from '../../gen/payments/agents/v1/agent_action_pb.ts';
import type { ShownAgentPayment } from '../../gen/payments/transfers/v1/agent_payment_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import { agentIdOf } from './convert.ts';
import type { Action } from './domain/action.ts';
import { type ActionStatus, actionStates } from './domain/action-machine.ts';

/** `payment`: its transaction and quote. */
export function toAction(action: Action, payment: ShownAgentPayment | undefined): AgentAction {
  const { state, failure, rejectionReason, money, transfer } = action;
  const { shown } = actionStates[state];
  const hasBegun = shown === 'APPROVED' || shown === 'FAILED';
  return create(AgentActionSchema, {
    id: publicId('AgentAction', action.id),
    agentId: agentIdOf(action.agentId),
    customerId: publicId('Customer', action.customerId),
    platformCustomerId: action.platformCustomerId,
    status: AgentActionStatus[shown],
    type: AgentActionType[action.type],
    ...(transfer
      ? { transferDetails: { ...money, sourceAccountId: transfer.source, destinationAccountId: transfer.destination } }
      : payment?.quote && { quote: payment.quote }),
    ...(hasBegun && payment && { transaction: payment.transaction }),
    ...(rejectionReason !== undefined && { rejectionReason }),
    ...(failure && { failureReason: AgentActionFailureReason[failure] }),
    createdAt: timestampFromDate(action.createdAt),
    updatedAt: timestampFromDate(action.updatedAt),
  });
}

/** The status of a filter. */
export function toStatus(status: AgentActionStatus | undefined): ActionStatus | undefined {
  const names = Object.keys(AgentActionStatus) as (keyof typeof AgentActionStatus)[];
  const name = names.find((one) => AgentActionStatus[one] === status);
  return name === 'UNSPECIFIED' ? undefined : name;
}
