// RecordCall: a call of an operator, before it runs.
import type { OperatorRecordService } from '../../../gen/payments/auth/v1/operator_log_pb.ts';
import type { AuthMethod } from '../context.ts';

type RecordCall = AuthMethod<typeof OperatorRecordService.method.recordCall>;

export const recordCall: RecordCall = async ({ operatorId, method, platformId = null, subjects }, { store, wall, requestId }) => {
  const call = { kind: 'CALL', operatorId, method, platformId, subjects, requestId, resultOf: null, code: null } as const;
  return { sequence: await store.operatorLog.append(call, wall.now()) };
};
