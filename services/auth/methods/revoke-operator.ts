// RevokeOperator: takes effect with the next call in every process, because doors do not cache operators.
import type { OperatorService } from '../../../gen/payments/auth/v1/operator_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';

type RevokeOperator = AuthMethod<typeof OperatorService.method.revokeOperator>;

export const revokeOperator: RevokeOperator = async ({ operatorId }, { store, wall }) => {
  const isKnown = await store.operators.revoke(operatorId, wall.now());
  if (!isKnown) throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no operator ${operatorId}.`);
  return {};
};
