// Actions in the database. They change only while they are locked.
import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import type { Action, ActionSecret } from '../domain/action.ts';
import type { ActionState } from '../domain/action-machine.ts';
import { openStates } from '../domain/action-machine.ts';
import type { TimeRange } from './agents.ts';
import { ActionRecord, type ActionRow } from './records.ts';

export interface ActionFilter {
  readonly platformId: string;
  readonly states: readonly ActionState[];
  /** uuids. */
  readonly agentId?: string;
  readonly customerId?: string;
  readonly createdAt?: TimeRange;
}

export interface ActionPage {
  readonly limit: number;
  readonly after: Position | undefined;
  readonly order: 'asc' | 'desc';
}

type ActionKey = Pick<Action, 'platformId' | 'id'>;

export interface Actions {
  find(platformId: string, id: string): Promise<Action | undefined>;
  /** The latest with this transaction. */
  findByTransaction(platformId: string, transactionId: string): Promise<Action | undefined>;
  /** The transactions of actions, of any platform. */
  transactionsOf(actions: readonly ActionKey[]): Promise<(ActionKey & Pick<Action, 'transactionId'>)[]>;
  /** The action of a quote that has neither ended nor begun. */
  findOpen(platformId: string, quoteId: string): Promise<Action | undefined>;
  /** Locks it until the transaction ends. */
  lock(platformId: string, id: string): Promise<Action | undefined>;
  /** All pending ones of an agent. */
  pendingOf(agent: { readonly platformId: string; readonly id: string }): Promise<Action[]>;
  /** With those that are being submitted. */
  countPending(agent: { readonly platformId: string; readonly id: string }): Promise<number>;
  insert(action: Action, secret: ActionSecret): Promise<void>;
  /** Of a locked action. */
  update(action: Action): Promise<void>;
  /** Of a locked action. */
  remove(action: Action): Promise<void>;
  /** Throws once the customer was erased. */
  secretOf(action: Action): Promise<ActionSecret>;
  list(filter: ActionFilter, page: ActionPage): Promise<Action[]>;
  count(filter: ActionFilter): Promise<number>;
  /** All actions of a customer. */
  allOf(customer: { readonly platformId: string; readonly customerId: string }): Promise<Action[]>;
}

export function actions(db: Queryable, secrets: Sealing): Actions {
  const one = (row: ActionRow | null) => (row ? toDomain(row) : undefined);
  const many = (rows: ActionRow[]) => rows.map(toDomain);
  const pending = ({ platformId, id }: { platformId: string; id: string }) =>
    ({ platformId, agentId: id, state: 'PENDING' }) as const;
  return {
    find: async (platformId, id) => one(await db.em.findOne(ActionRecord, { platformId, id })),
    findByTransaction: async (platformId, transactionId) =>
      one(await db.em.findOne(ActionRecord, { platformId, transactionId }, { orderBy: { createdAt: 'desc', id: 'desc' } })),
    transactionsOf: async (keys) => {
      const found = await db.em.find(ActionRecord, { $or: [...keys] });
      return found.map(({ platformId, id, transactionId }) => ({ platformId, id, transactionId }));
    },
    findOpen: async (platformId, quoteId) =>
      one(await db.em.findOne(ActionRecord, { platformId, quoteId, state: { $in: [...openStates] } })),
    lock: async (platformId, id) =>
      one(await db.em.findOne(ActionRecord, { platformId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE })),
    pendingOf: async (agent) => many(await db.em.find(ActionRecord, pending(agent), { orderBy: { id: 'asc' } })),
    countPending: (agent) => db.em.count(ActionRecord, { ...pending(agent), state: { $in: ['SUBMITTING', 'PENDING'] } }),
    async insert(action, secret) {
      const key = await personalKeys(db, secrets).of(action);
      db.em.create(ActionRecord, { ...toRow(action), secret: key.seal(JSON.stringify(secret), placeOf(action)) });
      await db.em.flush();
    },
    async update(action) {
      const { platformId, id, ...columns } = toRow(action);
      Object.assign(await db.em.findOneOrFail(ActionRecord, { platformId, id }), columns);
    },
    async remove({ platformId, id }) {
      await db.em.nativeDelete(ActionRecord, { platformId, id });
    },
    async secretOf(action) {
      const { platformId, id } = action;
      const { secret } = await db.em.findOneOrFail(ActionRecord, { platformId, id });
      const key = await personalKeys(db, secrets).find(action);
      if (!key) throw new Error(`The request of the action ${id} was erased with its customer.`);
      return JSON.parse(key.open(secret, placeOf(action)).toString()) as ActionSecret;
    },
    async list(filter, { limit, after, order }) {
      const where = after ? { $and: [whereOf(filter), behind(after, order)] } : whereOf(filter);
      return many(await db.em.find(ActionRecord, where, { orderBy: { createdAt: order, id: order }, limit }));
    },
    count: (filter) => db.em.count(ActionRecord, whereOf(filter)),
    allOf: async ({ platformId, customerId }) =>
      many(await db.em.find(ActionRecord, { platformId, customerId }, { orderBy: { id: 'asc' } })),
  };
}

const placeOf = ({ id }: Pick<Action, 'id'>): Place => ({ purpose: 'agents.action', row: id });

function whereOf({ states, ...columns }: ActionFilter): FilterQuery<ActionRow> {
  return { ...columns, state: { $in: [...states] } };
}

function behind({ createdAt, id }: Position, order: 'asc' | 'desc'): FilterQuery<ActionRow> {
  if (order === 'asc') return { $or: [{ createdAt: { $gt: createdAt } }, { createdAt, id: { $gt: id } }] };
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, id: { $lt: id } }] };
}

function toRow({ transfer, money, spend, accountIds, ...action }: Action): Omit<ActionRow, 'secret'> {
  const { quoteId = null, ruledBy = null, rejectionReason = null, failure = null, sessionId = null, ...columns } = action;
  return {
    ...columns,
    quoteId,
    ruledBy,
    rejectionReason,
    failure,
    sessionId,
    source: transfer?.source ?? null,
    destination: transfer?.destination ?? null,
    accountIds: [...accountIds],
    currency: money.currency,
    amount: money.amount,
    spendCurrency: spend?.currency ?? null,
    spendAmount: spend?.amount ?? null,
    countedAt: spend?.countedAt ?? null,
  };
}

function toDomain(row: ActionRow): Action {
  const { platformId, id, agentId, customerId, platformCustomerId, type, state, transactionId, accountIds } = row;
  const { source, destination, currency, amount, spendCurrency, spendAmount, countedAt, createdAt, updatedAt } = row;
  return {
    platformId,
    id,
    agentId,
    customerId,
    platformCustomerId,
    type,
    state,
    transactionId,
    accountIds,
    createdAt,
    updatedAt,
    money: { currency, amount },
    quoteId: row.quoteId ?? undefined,
    ruledBy: row.ruledBy ?? undefined,
    transfer: source && destination ? { source, destination } : undefined,
    spend:
      spendCurrency && spendAmount != null && countedAt ? { currency: spendCurrency, amount: spendAmount, countedAt } : undefined,
    rejectionReason: row.rejectionReason ?? undefined,
    failure: row.failure ?? undefined,
    sessionId: row.sessionId ?? undefined,
  };
}
