// ListOperators: all credentials of operators, without their tokens.
import type { OperatorService } from '../../../gen/payments/auth/v1/operator_pb.ts';
import type { AuthMethod } from '../context.ts';
import { toOperator } from '../convert-operator.ts';

export const listOperators: AuthMethod<typeof OperatorService.method.listOperators> = async (_request, { store }) => {
  const operators = await store.operators.list();
  return { operators: operators.map(toOperator) };
};
