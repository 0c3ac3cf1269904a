// Calls of operators, at the gRPC door and in the console: their token, and the platform that a call is for.
import { type AdmittedOperator, OperatorDirectoryService } from '../../../gen/payments/auth/v1/operator_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { type OperatorRule, OperatorScope, Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Call, Dispatch } from '../core/call.ts';
import { anonymous, type Caller } from '../core/caller.ts';
import { fail } from '../messages/fail.ts';
import { clientOf } from './clients.ts';

/** A method, as an operator calls it. */
export interface OperatorCall {
  /** `payments.auth.v1.OperatorService/ListOperators` */
  readonly method: string;
  /** Absent if operators may not call it. */
  readonly rule: OperatorRule | undefined;
  /** uuid of the platform that the call is for. */
  readonly platformId: string | undefined;
}

/** Metadata, or a header, with the uuid of the platform that an operator calls for. */
export const platformHeader = 'x-platform-id';

/** The token of an operator in the header, if any. */
export function operatorTokenIn(authorization: string | undefined): string | undefined {
  return /^Bearer (op_[0-9a-f]{48})$/i.exec(authorization ?? '')?.[1];
}

interface Presented {
  readonly dispatch: Dispatch;
  readonly token: string;
  /** Absent: a method that operators may not call. */
  readonly operation: OperatorCall | undefined;
}

/** Throws UNAUTHORIZED, FORBIDDEN, INVALID_INPUT without a platform that the method requires, and REFERENCE_NOT_FOUND for an unknown one. */
export async function admitOperatorAt({ dispatch, token, operation }: Presented, call: Call): Promise<Caller> {
  const { method = '', rule, platformId } = operation ?? {};
  const directory = clientOf(OperatorDirectoryService, dispatch)(call);
  const scope = rule?.scope ?? OperatorScope.UNSPECIFIED;
  const admitted = await directory.admitOperator({ token, method, scope, ...(platformId !== undefined && { platformId }) });
  if (platformId === undefined && !rule?.withoutPlatform)
    throw fail(ErrorCode.INVALID_INPUT, `This operation is for one platform. Send its id in the metadata ${platformHeader}.`);
  return callerOf(admitted, platformId);
}

/** The scope of an operator replaces the permissions of a platform. */
const everyPermission = [Permission.VIEW, Permission.TRANSACT, Permission.MANAGE];

function callerOf({ operatorId, environment, clockOffsetMs }: AdmittedOperator, platformId = anonymous.platformId): Caller {
  return {
    platformId,
    environment: environment === 'production' ? 'production' : 'sandbox',
    permissions: everyPermission,
    clockOffsetMs: Number(clockOffsetMs),
    operatorId,
  };
}
