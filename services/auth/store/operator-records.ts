// The tables of operators, who belong to no platform.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { OperatorScope } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { OperatorEntryKind } from '../domain/operator-log.ts';

export const OperatorRecord = defineEntity({
  name: 'Operator',
  tableName: 'operator',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    scopes: p.array<OperatorScope>((text) => Number(text) as OperatorScope).columnType('int[]'),
    /** SHA-256. */
    tokenHash: p.blob().$type<Buffer>(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['tokenHash'] }],
});

export type OperatorRow = InferEntity<typeof OperatorRecord>;

/** The log of operators. Rows are added only. */
export const OperatorEntryRecord = defineEntity({
  name: 'OperatorEntry',
  tableName: 'operator_entry',
  properties: {
    sequence: p.bigint('bigint').primary(),
    /** Real time. */
    createdAt: p.datetime(3),
    kind: p.text().$type<OperatorEntryKind>(),
    operatorId: p.uuid(),
    method: p.text(),
    platformId: p.uuid().nullable(),
    /** The ids in the request. */
    subjects: p.array<string>(),
    requestId: p.text(),
    resultOf: p.bigint('bigint').nullable(),
    code: p.text().nullable(),
    hash: p.blob().$type<Buffer>(),
  },
});

export type OperatorEntryRow = InferEntity<typeof OperatorEntryRecord>;
