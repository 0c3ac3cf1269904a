// The audit of the requests of agents: a row when a request is admitted or denied, completed with its outcome.
import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { countOf, newest } from '../../kit/storage/keyset.ts';
import { insertInto, rowOf } from '../../kit/storage/tables.ts';
import type { AgentRequest, AgentRequestName, JudgedSpend, Outcome } from '../domain/agent-request.ts';
import { AgentRequestRecord } from './records.ts';

/** The filter of a list of a platform's requests. Times are inclusive. */
export interface AgentRequestFilter {
  readonly platformId: string;
  /** uuid. */
  readonly agentId?: string | undefined;
  readonly operation?: string | undefined;
  readonly verdict?: string | undefined;
  readonly reason?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface AgentRequests {
  insert(request: AgentRequest): Promise<void>;
  /** Records what the policy judged. Written with the verdict itself. */
  judge(name: AgentRequestName, spend: JudgedSpend): Promise<void>;
  /** A success keeps the verdict of the policy. */
  conclude(name: AgentRequestName, outcome: Outcome): Promise<void>;
  /** Newest first, after `after`. One more than the limit if there are more. */
  list(filter: AgentRequestFilter, page: { limit: number; after: Position | undefined }): Promise<AgentRequest[]>;
  count(filter: AgentRequestFilter): Promise<bigint>;
}

export function agentRequests(db: Queryable): AgentRequests {
  return {
    async insert(request) {
      await db.query(insertInto(AgentRequestRecord, [rowOf(AgentRequestRecord, toRow(request))]));
    },
    async judge({ platformId, id }, { verdict, money, converted }) {
      await db.query(sql`
        update agent_request set verdict = ${verdict}, amount = ${money.amount}, currency = ${money.currency},
          converted_amount = ${converted.amount}, converted_currency = ${converted.currency}, rate = ${converted.rate}
        where platform_id = ${platformId} and id = ${id}`);
    },
    async conclude({ platformId, id }, { verdict, code = null, reason = null }) {
      const kept = verdict === 'ALLOWED' ? sql`coalesce(verdict, ${verdict})` : sql`${verdict}`;
      await db.query(sql`
        update agent_request set verdict = ${kept}, code = ${code}, reason = ${reason}
        where platform_id = ${platformId} and id = ${id}`);
    },
    async list(filter, page) {
      const rows = await newest<AgentRequestRow>(db, listing(filter), page);
      return rows.map(toDomain);
    },
    count: (filter) => countOf(db, listing(filter)),
  };
}

type AgentRequestRow = ReturnType<typeof toRow>;

const listing = (filter: AgentRequestFilter) => ({ entity: AgentRequestRecord, conditions: conditionsOf(filter) });

function conditionsOf({ platformId, agentId, operation, verdict, reason, from, to }: AgentRequestFilter): RawBuilder<unknown>[] {
  return [
    sql`platform_id = ${platformId}`,
    ...(agentId === undefined ? [] : [sql`agent_id = ${agentId}`]),
    ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
    ...(verdict === undefined ? [] : [sql`verdict = ${verdict}`]),
    ...(reason === undefined ? [] : [sql`reason = ${reason}`]),
    ...(from ? [sql`created_at >= ${from}`] : []),
    ...(to ? [sql`created_at <= ${to}`] : []),
  ];
}

function toRow({ outcome, spend, ...columns }: AgentRequest) {
  const { money, converted } = spend ?? {};
  return {
    ...columns,
    verdict: outcome?.verdict ?? null,
    code: outcome?.code ?? null,
    reason: outcome?.reason ?? null,
    amount: money?.amount ?? null,
    currency: money?.currency ?? null,
    convertedAmount: converted?.amount ?? null,
    convertedCurrency: converted?.currency ?? null,
    rate: converted?.rate ?? null,
  };
}

function toDomain(row: AgentRequestRow): AgentRequest {
  const { platformId, id, agentId, operation, requestId, createdAt, verdict, code, reason } = row;
  const { amount, currency, convertedAmount, convertedCurrency, rate } = row;
  const isJudged =
    amount !== null && currency !== null && convertedAmount !== null && convertedCurrency !== null && rate !== null;
  return {
    platformId,
    id,
    agentId,
    operation,
    requestId,
    createdAt,
    outcome: verdict === null ? undefined : { verdict, ...(code !== null && { code }), ...(reason !== null && { reason }) },
    spend: isJudged
      ? { money: { amount, currency }, converted: { amount: convertedAmount, currency: convertedCurrency, rate } }
      : undefined,
  };
}
