// AdmitOperator: whether the operator with a token may call a method. Called by doors, before the request is read.
import type { OperatorDirectoryService } from '../../../gen/payments/auth/v1/operator_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { OperatorScope } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { nameOfScope } from '../convert-operator.ts';
import { isValid, type Operator } from '../domain/operator.ts';
import type { Recorded } from '../domain/operator-log.ts';
import { hashOf } from '../domain/secret.ts';

type AdmitOperator = AuthMethod<typeof OperatorDirectoryService.method.admitOperator>;

export const admitOperator: AdmitOperator = async ({ token, method, scope, platformId }, context) => {
  const operator = await operatorWith(token, context);
  if (!operator.scopes.includes(scope)) {
    await recordDenial({ operatorId: operator.id, method, platformId: platformId ?? null }, context);
    throw beyondScopes(scope);
  }

  const operatorId = operator.id;
  if (platformId === undefined) return { operatorId, environment: context.settings.mode };
  const { environment, clockOffsetMs } = await context.clients.platform.getPlatform({ platformId });
  return { operatorId, environment, clockOffsetMs };
};

function recordDenial(call: Pick<Recorded, 'operatorId' | 'method' | 'platformId'>, { store, wall, requestId }: AuthContext) {
  const denial = { ...call, kind: 'DENIAL', subjects: [], requestId, resultOf: null, code: 'FORBIDDEN' } as const;
  return store.operatorLog.append(denial, wall.now());
}

/** Throws UNAUTHORIZED. */
async function operatorWith(token: string, { store, wall }: AuthContext): Promise<Operator> {
  const operator = await store.operators.findByToken(hashOf(token));
  if (!operator) throw fail(ErrorCode.UNAUTHORIZED, 'There is no operator with this token.');
  if (!isValid(operator, wall.now()))
    throw fail(ErrorCode.UNAUTHORIZED, 'The token of this operator was revoked or has expired.');
  return operator;
}

function beyondScopes(scope: OperatorScope): Refusal {
  if (scope === OperatorScope.UNSPECIFIED) return fail(ErrorCode.FORBIDDEN, 'Operators cannot call this operation.');
  return fail(ErrorCode.FORBIDDEN, `This operation requires the scope ${nameOfScope(scope)} of the operator.`);
}
