// ReportFailedPayment: takes back what an action has used, because its payment failed before any money moved.
import type { ActionDirectoryService } from '../../../gen/payments/agents/v1/action_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AgentsMethod } from '../context.ts';
import { breakAction } from '../steps/advance-action.ts';

type ReportFailedPayment = AgentsMethod<typeof ActionDirectoryService.method.reportFailedPayment>;

export const reportFailedPayment: ReportFailedPayment = async ({ transactionId }, context) => {
  const action = await context.store.actions.findByTransaction(context.caller.platformId, transactionId);
  if (action?.state === 'STARTING' || action?.state === 'APPROVING') {
    throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'The action is being started. Report the failure again.');
  }
  if (action) await breakAction(context, action);
  return {};
};
