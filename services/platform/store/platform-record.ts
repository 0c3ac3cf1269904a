// The row of a platform.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';
import type { SettingsJson } from '../convert.ts';

export const PlatformRecord = defineEntity({
  name: 'Platform',
  tableName: 'platform',
  properties: {
    id: p.uuid().primary(),
    environment: p.string().$type<Environment>(),
    isRegulated: p.boolean(),
    offersInvitations: p.boolean(),
    umaDomain: p.string().nullable(),
    proxyUmaSubdomain: p.string().nullable(),
    webhookEndpoint: p.string().nullable(),
    settings: p.json<SettingsJson>(),
    clockOffsetMs: p.bigint('bigint'),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type PlatformRow = InferEntity<typeof PlatformRecord>;
