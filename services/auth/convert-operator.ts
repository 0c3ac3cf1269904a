// Converts operators to messages.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  OperatorEntryKind,
  OperatorEntryKindSchema,
  type OperatorEntry as OperatorEntryMessage,
  OperatorEntrySchema,
} from '../../gen/payments/auth/v1/operator_log_pb.ts';
import { type Operator as OperatorMessage, OperatorSchema } from '../../gen/payments/auth/v1/operator_pb.ts';
import { type OperatorScope, OperatorScopeSchema } from '../../gen/payments/rest/v1/rest_pb.ts';
import { enumNames } from '../kit/messages/json/enums.ts';
import type { Operator } from './domain/operator.ts';
import type { OperatorEntry } from './domain/operator-log.ts';

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

export function toOperatorEntry({
  createdAt,
  kind,
  platformId,
  subjects,
  resultOf,
  code,
  ...same
}: OperatorEntry): OperatorEntryMessage {
  const message: MessageInitShape<typeof OperatorEntrySchema> = {
    ...same,
    createdAt: timestampFromDate(createdAt),
    kind: OperatorEntryKind[kind],
    subjects: [...subjects],
    ...(platformId !== null && { platformId }),
    ...(resultOf !== null && { resultOf }),
    ...(code !== null && { code }),
  };
  return create(OperatorEntrySchema, message);
}

/** The entry in a message, to verify it. */
export function operatorEntryIn({ createdAt, ...message }: OperatorEntryMessage): OperatorEntry {
  const { sequence, operatorId, method, platformId = null, subjects, requestId, resultOf, code = null, hash } = message;
  const kind = kindNames.get(message.kind) as OperatorEntry['kind'] | undefined;
  if (!kind || !createdAt) throw new TypeError(`Entry ${sequence} is incomplete.`);
  return {
    sequence,
    createdAt: timestampDate(createdAt),
    kind,
    operatorId,
    method,
    platformId,
    subjects,
    requestId,
    resultOf: resultOf ?? null,
    code,
    hash: Buffer.from(hash),
  };
}

const kindNames = enumNames(OperatorEntryKindSchema).byNumber;

/** `VIEW_PERSONAL` */
export const nameOfScope = (scope: OperatorScope) => scopeNames.get(scope) ?? '';

const scopeNames = enumNames(OperatorScopeSchema).byNumber;
