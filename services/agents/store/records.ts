// The tables of this service.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { PolicyJson } from '../convert-policy.ts';
import type { ActionType } from '../domain/action.ts';
import type { ActionFailure, ActionState } from '../domain/action-machine.ts';
import type { RequestVerdict } from '../domain/agent-request.ts';

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

export const ActionRecord = defineEntity({
  name: 'Action',
  tableName: 'action',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    agentId: p.uuid(),
    customerId: p.uuid(),
    platformCustomerId: p.text(),
    type: p.text().$type<ActionType>(),
    /** `domain/action-machine.ts` */
    state: p.text().$type<ActionState>(),
    /** Null for transfers, which have `source` and `destination`: public ids. */
    quoteId: p.uuid().nullable(),
    source: p.text().nullable(),
    destination: p.text().nullable(),
    transactionId: p.uuid(),
    /** Public ids of the internal accounts, and of the one whose rule applies. */
    accountIds: p.json<readonly string[]>(),
    ruledBy: p.text().nullable(),
    currency: p.text(),
    amount: p.bigint('bigint'),
    /** What it counts for, in the currency of the limits at that time. Null while it does not count. */
    spendCurrency: p.text().nullable(),
    spendAmount: p.bigint('bigint').nullable(),
    countedAt: p.datetime(3).nullable(),
    rejectionReason: p.text().nullable(),
    failure: p.text().$type<ActionFailure>().nullable(),
    /** The wallet session that signed. */
    sessionId: p.uuid().nullable(),
    /** ActionSecret as JSON, sealed under the key of the customer. */
    secret: p.blob().$type<Buffer>(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  /** Of a quote that an action executes. */
  uniques: [{ properties: ['platformId', 'quoteId'] }],
});

export type ActionRow = InferEntity<typeof ActionRecord>;

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

/** A request of an agent. Kept without its agent. */
export const AgentRequestRecord = defineEntity({
  name: 'AgentRequest',
  tableName: 'agent_request',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    agentId: p.uuid(),
    /** `agentListTransactions`. */
    operation: p.text(),
    requestId: p.text(),
    /** Real time. */
    createdAt: p.datetime(3),
    /** Null while it runs, and if its door refused it. */
    verdict: p.text().$type<RequestVerdict>().nullable(),
    /** Of the refusal, as the next. */
    code: p.text().nullable(),
    reason: p.text().nullable(),
    /** Of a payment that the policy judged, as the next four. */
    amount: p.bigint('bigint').nullable(),
    currency: p.text().nullable(),
    /** In the currency of the limits. */
    convertedAmount: p.bigint('bigint').nullable(),
    convertedCurrency: p.text().nullable(),
    rate: p.text().nullable(),
  },
});

/** Directory of device codes and access tokens by SHA-256, which arrive without a platform. */
export const SecretRecord = defineEntity({
  name: 'Secret',
  tableName: 'secret_directory',
  properties: { hash: p.blob().$type<Buffer>().primary(), platformId: p.uuid() },
});
