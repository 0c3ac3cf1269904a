// The tables of operators, who belong to no platform.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { OperatorScope } from '../../../gen/payments/rest/v1/rest_pb.ts';

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
