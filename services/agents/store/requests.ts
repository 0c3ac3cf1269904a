// The audit of the requests of agents: a row when a request is admitted or denied, completed with its outcome.
import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { apartBy, gathered } from '../../kit/storage/gathered.ts';
import { countOf, newest } from '../../kit/storage/keyset.ts';
import { namesOf, type Properties, unnest } from '../../kit/storage/tables.ts';
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

/** The policy has judged no amount yet. */
export type NewAgentRequest = Omit<AgentRequest, 'spend'>;

export interface AgentRequests {
  /** Concurrent ones are gathered, as are `conclude`. */
  insert(request: NewAgentRequest): Promise<void>;
  /** Records what the policy judged. Written with the verdict itself. */
  judge(name: AgentRequestName, spend: JudgedSpend): Promise<void>;
  /** A success keeps the verdict of the policy. */
  conclude(name: AgentRequestName, outcome: Outcome): Promise<void>;
  /** Newest first, after `after`. One more than the limit if there are more. */
  list(filter: AgentRequestFilter, page: { limit: number; after: Position | undefined }): Promise<AgentRequest[]>;
  count(filter: AgentRequestFilter): Promise<bigint>;
}

export function agentRequests(db: Queryable): AgentRequests {
  const apart = apartBy(db, ({ platformId }: AgentRequestName) => platformId);
  const insert = gathered<NewAgentRequest, void>({ run: (requests) => insertAll(db, requests), apart });
  const conclude = gathered<Concluded, void>({ run: (concluded) => concludeAll(db, concluded), apart });
  return {
    insert,
    async judge({ platformId, id }, { verdict, money, converted }) {
      await db.query(sql`
        update agent_request set verdict = ${verdict}, amount = ${money.amount}, currency = ${money.currency},
          converted_amount = ${converted?.amount ?? null}, converted_currency = ${converted?.currency ?? null}, rate = ${converted?.rate ?? null}
        where platform_id = ${platformId} and id = ${id}`);
    },
    conclude: ({ platformId, id }, outcome) => conclude({ platformId, id, ...outcome }),
    async list(filter, page) {
      const rows = await newest<AgentRequestRow>(db, listing(filter), page);
      return rows.map(toDomain);
    },
    count: (filter) => countOf(db, listing(filter)),
  };
}

async function insertAll(db: Queryable, requests: readonly NewAgentRequest[]): Promise<void[]> {
  await db.query(sql`
    insert into agent_request (${namesOf(newColumns)}) select * from ${unnest(AgentRequestRecord, newColumns, requests.map(toNewRow))}`);
  return requests.map(() => undefined);
}

const newColumns = [
  ...(['platform_id', 'id', 'agent_id', 'operation', 'request_id', 'created_at'] as const),
  ...(['verdict', 'code', 'reason'] as const),
] as const;

const toNewRow = (request: NewAgentRequest) => ({
  platform_id: request.platformId,
  id: request.id,
  agent_id: request.agentId,
  operation: request.operation,
  request_id: request.requestId,
  created_at: request.createdAt,
  verdict: request.outcome?.verdict ?? null,
  code: request.outcome?.code ?? null,
  reason: request.outcome?.reason ?? null,
});

type Concluded = AgentRequestName & Outcome;

async function concludeAll(db: Queryable, concluded: readonly Concluded[]): Promise<void[]> {
  const rows = concluded.map(({ platformId, id, verdict, code = null, reason = null }) => ({
    platform_id: platformId,
    id,
    verdict,
    code,
    reason,
  }));
  await db.query(sql`
    update agent_request set code = new.code, reason = new.reason,
      verdict = case new.verdict when 'ALLOWED' then coalesce(agent_request.verdict, new.verdict) else new.verdict end
    from ${unnest(AgentRequestRecord, ['platform_id', 'id', 'verdict', 'code', 'reason'], rows)}
    where agent_request.platform_id = new.platform_id and agent_request.id = new.id`);
  return concluded.map(() => undefined);
}

type AgentRequestRow = Properties<typeof AgentRequestRecord>;

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

function toDomain(row: AgentRequestRow): AgentRequest {
  const { platformId, id, agentId, operation, requestId, createdAt, verdict, code, reason } = row;
  const { amount, currency, convertedAmount, convertedCurrency, rate } = row;
  const converted =
    convertedAmount !== null && convertedCurrency !== null && rate !== null
      ? { amount: convertedAmount, currency: convertedCurrency, rate }
      : undefined;
  return {
    platformId,
    id,
    agentId,
    operation,
    requestId,
    createdAt,
    outcome: verdict === null ? undefined : { verdict, ...(code !== null && { code }), ...(reason !== null && { reason }) },
    spend: amount !== null && currency !== null ? { money: { amount, currency }, converted } : undefined,
  };
}
