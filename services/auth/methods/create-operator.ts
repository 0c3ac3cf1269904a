// CreateOperator: another credential, with at most the scopes of the operator who creates it.
import type { OperatorService } from '../../../gen/payments/auth/v1/operator_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { OperatorScope } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { nameOfScope, toOperator } from '../convert-operator.ts';
import { everyScope } from '../domain/operator.ts';
import { newOperator } from '../steps/new-operator.ts';

export const createOperator: AuthMethod<typeof OperatorService.method.createOperator> = async (request, context) => {
  const own = await scopesOf(context);
  const lacking = request.scopes.filter((scope) => !own.includes(scope)).map(nameOfScope);
  if (lacking.length > 0)
    throw fail(ErrorCode.FORBIDDEN, `A credential cannot have scopes that its creator lacks: ${lacking.join(', ')}.`);

  const { operator, token } = newOperator(request, context);
  await context.store.write(async (rows) => rows.operators.insert(operator));
  return { operator: toOperator(operator), token };
};

/** Of the calling operator. Services have all. */
async function scopesOf({ caller: { operatorId }, store }: AuthContext): Promise<readonly OperatorScope[]> {
  if (operatorId === undefined) return everyScope;
  return (await store.operators.find(operatorId))?.scopes ?? [];
}
