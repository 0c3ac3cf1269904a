// ListOperatorEntries: a page of the log of operators.
import type { OperatorLogService } from '../../../gen/payments/auth/v1/operator_log_pb.ts';
import type { AuthMethod } from '../context.ts';
import { toOperatorEntry } from '../convert-operator.ts';

type ListOperatorEntries = AuthMethod<typeof OperatorLogService.method.listOperatorEntries>;

export const listOperatorEntries: ListOperatorEntries = async ({ after, limit }, { store }) => {
  const entries = await store.operatorLog.list({ after, limit });
  const { sequence: lastSequence } = await store.operatorLog.head();
  return { entries: entries.map(toOperatorEntry), lastSequence };
};
