// The tables of API tokens, and of failed authentications.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';

export const TokenRecord = defineEntity({
  name: 'ApiToken',
  tableName: 'api_token',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    permissions: p.array<Permission>((text) => Number(text) as Permission).columnType('int[]'),
    clientId: p.text(),
    /** SHA-256. */
    secretHash: p.blob().$type<Buffer>(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'clientId'] }],
});

export type TokenRow = InferEntity<typeof TokenRecord>;

/** Directory of client ids, which are used without a platform. A client id is never reused for another platform. */
export const ApiClientRecord = defineEntity({
  name: 'ApiClient',
  tableName: 'api_client',
  properties: { clientId: p.text().primary(), platformId: p.uuid() },
});

/** Wrong secrets for known client ids. */
export const FailedAttemptRecord = defineEntity({
  name: 'FailedAttempt',
  tableName: 'failed_attempt',
  properties: {
    platformId: p.uuid().primary(),
    clientId: p.text().primary(),
    /** Real time. */
    since: p.datetime(3),
    count: p.integer(),
  },
});
