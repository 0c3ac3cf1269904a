// InitializeOperators: the first credential of an installation, or a new one when all were lost.
import type { OperatorDirectoryService } from '../../../gen/payments/auth/v1/operator_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { OperatorScope } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';
import { toOperator } from '../convert-operator.ts';
import { everyScope, isValid } from '../domain/operator.ts';
import { newOperator } from '../steps/new-operator.ts';

type InitializeOperators = AuthMethod<typeof OperatorDirectoryService.method.initializeOperators>;

export const initializeOperators: InitializeOperators = async ({ name, expiresInDays, replace }, context) => {
  const { store, wall } = context;
  const { operator, token } = newOperator({ name, scopes: everyScope, expiresInDays }, context);
  await store.write(async (rows) => {
    const known = await rows.operators.list();
    const administers = known.find((one) => isValid(one, wall.now()) && one.scopes.includes(OperatorScope.ADMINISTER));
    if (administers && !replace)
      throw fail(
        ErrorCode.CONFLICT,
        `The operator "${administers.name}" can create credentials. To revoke all credentials and create a new one, replace them.`,
      );
    if (replace) await rows.operators.revokeAll(wall.now());
    rows.operators.insert(operator);
  });
  return { operator: toOperator(operator), token };
};
