// Agents in the database. Deleted ones are kept, and found by no operation.
import { type FilterQuery, LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { apartBy, gatheredReads } from '../../kit/storage/gathered.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import { propertiesOf, unnest } from '../../kit/storage/tables.ts';
import { policyJson, policyOf } from '../convert-policy.ts';
import type { Agent } from '../domain/agent.ts';
import { AgentRecord, type AgentRow } from './records.ts';

/** The filter of a list of a platform's agents. Times are inclusive. */
export interface AgentFilter {
  readonly platformId: string;
  /** uuid. */
  readonly customerId?: string;
  readonly isPaused?: boolean;
  readonly isConnected?: boolean;
  readonly createdAt?: TimeRange;
  readonly updatedAt?: TimeRange;
}

/** At least one of both. */
export interface TimeRange {
  readonly $gte?: Date;
  readonly $lte?: Date;
}

export interface Agents {
  find(platformId: string, id: string): Promise<Agent | undefined>;
  /** The agent with this credential. */
  findByToken(platformId: string, tokenHash: Buffer): Promise<Agent | undefined>;
  /** Locks it until the transaction ends. */
  lock(platformId: string, id: string): Promise<Agent | undefined>;
  /** Locks all live agents of a customer. */
  lockAllOf(customer: Person): Promise<Agent[]>;
  insert(agent: Agent): Promise<void>;
  /** Of a locked agent. */
  update(agent: Agent): Promise<void>;
  /** Deletes a locked agent, which loses its credential. */
  remove(agent: Agent, deletedAt: Date): Promise<void>;
  /** The same for all agents of a locked customer. */
  removeAllOf(customer: Person, deletedAt: Date): Promise<void>;
  /** Newest first, after `after`. */
  list(filter: AgentFilter, page: { limit: number; after: Position | undefined }): Promise<Agent[]>;
  count(filter: AgentFilter): Promise<number>;
  /** All agents of a customer, also deleted ones. */
  allOf(customer: Person): Promise<Agent[]>;
  eraseAllOf(customer: Person): Promise<void>;
}

/** Each request of an agent reads it, so concurrent reads are gathered. */
export function agents(db: Queryable): Agents {
  const { byId, byToken } = reads(db);
  const live = (platformId: string, id: string) => ({ platformId, id, deletedAt: null });
  const one = (row: AgentRow | null | undefined) => (row ? toDomain(row) : undefined);
  return {
    find: async (platformId, id) => one(await byId({ platformId, id })),
    findByToken: async (platformId, tokenHash) => one(await byToken({ platformId, tokenHash })),
    lock: async (platformId, id) =>
      one(await db.em.findOne(AgentRecord, live(platformId, id), { lockMode: LockMode.PESSIMISTIC_WRITE })),
    lockAllOf: async (customer) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const rows = await db.em.find(
        AgentRecord,
        { ...ofCustomer(customer), deletedAt: null },
        { orderBy: { id: 'asc' }, lockMode },
      );
      return rows.map(toDomain);
    },
    async insert(agent) {
      db.em.create(AgentRecord, { ...toRow(agent), deletedAt: null });
      await db.em.flush(); // before its device code, which refers to it
    },
    async update(agent) {
      const { platformId, id, ...columns } = toRow(agent);
      Object.assign(await db.em.findOneOrFail(AgentRecord, { platformId, id }), columns);
    },
    async remove({ platformId, id }, deletedAt) {
      Object.assign(await db.em.findOneOrFail(AgentRecord, { platformId, id }), { deletedAt, tokenHash: null });
    },
    async removeAllOf(customer, deletedAt) {
      await db.em.nativeUpdate(AgentRecord, { ...ofCustomer(customer), deletedAt: null }, { deletedAt, tokenHash: null });
    },
    async list(filter, { limit, after }) {
      const where = after ? { $and: [whereOf(filter), behind(after)] } : whereOf(filter);
      const rows = await db.em.find(AgentRecord, where, { orderBy: { createdAt: 'desc', id: 'desc' }, limit });
      return rows.map(toDomain);
    },
    count: (filter) => db.em.count(AgentRecord, whereOf(filter)),
    allOf: async (customer) => (await db.em.find(AgentRecord, ofCustomer(customer), { orderBy: { id: 'asc' } })).map(toDomain),
    async eraseAllOf(customer) {
      await db.em.nativeDelete(AgentRecord, ofCustomer(customer));
    },
  };
}

function reads(db: Queryable) {
  const apart = apartBy(db, ({ platformId }: Pick<AgentRow, 'platformId'>) => platformId);
  const byId = gatheredReads<Pick<AgentRow, 'platformId' | 'id'>, AgentRow>({
    read: (keys) =>
      db.query(sql<AgentRow>`
        select ${columns} from agent join ${unnest(AgentRecord, ['platform_id', 'id'], keys.map(toKey))} using (platform_id, id)
        where deleted_at is null`),
    nameOf: ({ platformId, id }) => `${platformId} ${id}`,
    apart,
  });
  const byToken = gatheredReads<Pick<AgentRow, 'platformId' | 'tokenHash'>, AgentRow>({
    read: (keys) =>
      db.query(sql<AgentRow>`
        select ${columns} from agent
        join ${unnest(AgentRecord, ['platform_id', 'token_hash'], keys.map(toTokenKey))} using (platform_id, token_hash)
        where deleted_at is null`),
    nameOf: (key) => `${key.platformId} ${hexOf(key)}`,
    apart,
  });
  return { byId, byToken };
}

const columns = propertiesOf(AgentRecord);
const toKey = ({ platformId, id }: Pick<AgentRow, 'platformId' | 'id'>) => ({ platform_id: platformId, id });
const toTokenKey = ({ platformId, tokenHash }: Pick<AgentRow, 'platformId' | 'tokenHash'>) => ({
  platform_id: platformId,
  token_hash: tokenHash ?? null,
});
const ofCustomer = ({ platformId, customerId }: Person) => ({ platformId, customerId });
const hexOf = ({ tokenHash }: Pick<AgentRow, 'tokenHash'>) => tokenHash?.toString('hex') ?? '';

function behind({ createdAt, id }: Position): FilterQuery<AgentRow> {
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, id: { $lt: id } }] };
}

function whereOf({ platformId, isConnected, ...columns }: AgentFilter): FilterQuery<AgentRow> {
  const connection = isConnected === undefined ? {} : { tokenHash: isConnected ? { $ne: null } : null };
  return { platformId, ...columns, ...connection, deletedAt: null };
}

function toRow({ tokenHash, policy, usage, ...columns }: Agent) {
  const { day: usageDay, ...counters } = usage;
  return { ...columns, tokenHash: tokenHash ? Buffer.from(tokenHash) : null, policy: policyJson(policy), usageDay, ...counters };
}

function toDomain(row: AgentRow): Agent {
  const { platformId, id, customerId, name, isPaused, createdAt, updatedAt } = row;
  const { usageDay: day, dailyTransactionCount, dailySpend, monthlySpend } = row;
  return {
    platformId,
    id,
    customerId,
    name,
    isPaused,
    tokenHash: row.tokenHash ?? undefined,
    policy: policyOf(row.policy),
    usage: { day, dailyTransactionCount, dailySpend, monthlySpend },
    createdAt,
    updatedAt,
  };
}
