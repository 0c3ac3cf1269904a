// Converts operators to messages.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Operator as OperatorMessage, OperatorSchema } from '../../gen/payments/auth/v1/operator_pb.ts';
import { type OperatorScope, OperatorScopeSchema } from '../../gen/payments/rest/v1/rest_pb.ts';
import { enumNames } from '../kit/messages/json/enums.ts';
import type { Operator } from './domain/operator.ts';

export function toOperator({ id, name, scopes, createdAt, expiresAt, revokedAt }: Operator): OperatorMessage {
  const message: MessageInitShape<typeof OperatorSchema> = {
    id,
    name,
    scopes: [...scopes],
    createdAt: timestampFromDate(createdAt),
    expiresAt: timestampFromDate(expiresAt),
    ...(revokedAt && { revokedAt: timestampFromDate(revokedAt) }),
  };
  return create(OperatorSchema, message);
}

/** `VIEW_PERSONAL` */
export const nameOfScope = (scope: OperatorScope) => scopeNames.get(scope) ?? '';

const scopeNames = enumNames(OperatorScopeSchema).byNumber;
