// The tables of this service.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { PolicyJson } from '../convert-policy.ts';

/** A customer with agents. Its lock serializes their creation and deletion. */
export const AgentOwnerRecord = defineEntity({
  name: 'AgentOwner',
  tableName: 'agent_owner',
  properties: {
    platformId: p.uuid().primary(),
    customerId: p.uuid().primary(),
    /** Live agents. */
    agents: p.integer(),
    /** The customer was deleted. */
    closedAt: p.datetime(3).nullable(),
  },
});

export const AgentRecord = defineEntity({
  name: 'Agent',
  tableName: 'agent',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    name: p.text(),
    isPaused: p.boolean(),
    /** SHA-256 of the access token. Null: not connected. */
    tokenHash: p.blob().$type<Buffer>().nullable(),
    /** AgentPolicy, as proto3 JSON. */
    policy: p.json<PolicyJson>(),
    /** UTC date of the counters: `YYYY-MM-DD`. */
    usageDay: p.text(),
    dailyTransactionCount: p.bigint('bigint'),
    dailySpend: p.bigint('bigint'),
    monthlySpend: p.bigint('bigint'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    deletedAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['platformId', 'tokenHash'] }],
});

export type AgentRow = InferEntity<typeof AgentRecord>;

export const DeviceCodeRecord = defineEntity({
  name: 'DeviceCode',
  tableName: 'device_code',
  properties: {
    platformId: p.uuid().primary(),
    /** SHA-256. */
    codeHash: p.blob().$type<Buffer>().primary(),
    agentId: p.uuid(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    redeemedAt: p.datetime(3).nullable(),
    supersededAt: p.datetime(3).nullable(),
  },
});

/** Directory of device codes and access tokens by SHA-256, which arrive without a platform. */
export const SecretRecord = defineEntity({
  name: 'Secret',
  tableName: 'secret_directory',
  properties: { hash: p.blob().$type<Buffer>().primary(), platformId: p.uuid() },
});
