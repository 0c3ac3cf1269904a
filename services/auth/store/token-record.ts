// The row of an API token.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';

export const TokenRecord = defineEntity({
  name: 'ApiToken',
  tableName: 'api_token',
  properties: {
    id: p.uuid().primary(),
    platformId: p.uuid(),
    name: p.text(),
    permissions: p.array<Permission>((text) => Number(text) as Permission).columnType('int[]'),
    clientId: p.text(),
    secretHash: p.blob(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  uniques: [{ properties: 'clientId' }],
});

export type TokenRow = InferEntity<typeof TokenRecord>;
