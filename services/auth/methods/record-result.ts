// RecordResult: the result of an operator's call, before its response is sent.
import type { OperatorRecordService } from '../../../gen/payments/auth/v1/operator_log_pb.ts';
import type { AuthMethod } from '../context.ts';

type RecordResult = AuthMethod<typeof OperatorRecordService.method.recordResult>;

export const recordResult: RecordResult = async ({ operatorId, sequence: resultOf, code }, { store, wall, requestId }) => {
  const result = { kind: 'RESULT', operatorId, method: '', platformId: null, subjects: [], requestId, resultOf, code } as const;
  await store.operatorLog.append(result, wall.now());
  return {};
};
