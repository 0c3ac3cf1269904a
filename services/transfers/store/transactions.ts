// Transactions in the database: made once, and changed only by who knows what they are now.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Secrets } from '../../kit/storage/secrets.ts';
import type { Transaction } from '../domain/payment/record.ts';
import { outgoingMoves } from '../domain/payment/transaction.ts';
import { move } from '../domain/shared/moves.ts';
import { sealTold, type TransactionRow, toDetailsJson, toRecord } from './transaction-row.ts';

export interface TransactionRows {
  find(platformId: string, id: string): Promise<Transaction | undefined>;
  /** The outgoing transaction of a quote. */
  findByQuote(platformId: string, quoteId: string): Promise<Transaction | undefined>;
  /** The outgoing transaction that payers name by this reference. */
  findByReference(platformId: string, reference: string): Promise<Transaction | undefined>;
  /** False when it, or a transaction of its quote, is there already. */
  insert(transaction: Transaction): Promise<boolean>;
  /** Counts a transaction that nobody has seen so far. */
  reveal(transaction: Transaction): Promise<void>;
  /** False when the transaction is no longer what it was before. */
  save(before: Transaction, after: Transaction): Promise<boolean>;
  /** Those whose refund has failed and whose money waits for the operator, in the order of their ids. */
  suspended(platformId: string, page: { readonly limit: number; readonly after?: string }): Promise<Transaction[]>;
  /** Removes one that was never shown. False when it is no longer what it was before. */
  remove(before: Transaction): Promise<boolean>;
  /** Expires some quotes that lie open past their deadline, each at its deadline, and returns them. */
  expire(wallNow: Date, limit: number): Promise<Transaction[]>;
}

export function transactionRows(db: Queryable, secrets: Secrets): TransactionRows {
  const first = (rows: TransactionRow[]) => rows[0] && toRecord(rows[0], secrets);
  return {
    find: async (platformId, id) =>
      first(await db.query(sql<TransactionRow>`select * from transaction where id = ${id} and platform_id = ${platformId}`)),
    findByQuote: async (platformId, quoteId) =>
      first(
        await db.query(sql<TransactionRow>`
          select * from transaction where quote_id = ${quoteId} and type = 'OUTGOING' and platform_id = ${platformId}`),
      ),
    findByReference: async (platformId, reference) =>
      first(
        await db.query(sql<TransactionRow>`
          select * from transaction where reference = ${reference} and type = 'OUTGOING' and platform_id = ${platformId}`),
      ),
    insert: (transaction) => insert(db, transaction, sealTold(transaction, secrets)),
    reveal: async ({ id, platformId, owner }) =>
      void (await db.query(sql`insert into transaction_count ${countOne({ id, platformId, owner }, sql`true`)}`)),
    save: (before, after) => save(db, before, after),
    suspended: async (platformId, { limit, after = firstId }) => {
      const rows = await db.query(sql<TransactionRow>`
        select * from transaction
        where platform_id = ${platformId} and id > ${after} and refund_status = 'FAILED' and status in ('FAILED', 'EXPIRED')
        order by id limit ${limit}`);
      return rows.map((row) => toRecord(row, secrets));
    },
    remove: async (before) => {
      const rows = await db.query(sql`delete from transaction where ${asItWas(before)} returning 1`);
      return rows.length > 0;
    },
    expire: async (wallNow, limit) => {
      const rows = await db.query(sql<TransactionRow>`
        with lapsed as materialized (
          select id from transaction where lapses_at <= ${wallNow} order by lapses_at limit ${limit} for update skip locked
        )
        update transaction set status = ${expired}, version = version + 1, updated_at = expires_at, lapses_at = null
        from lapsed where transaction.id = lapsed.id
        returning transaction.*`);
      return rows.map((row) => toRecord(row, secrets));
    },
  };
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Only open quotes have `lapses_at`. */
const expired = move(outgoingMoves, { state: 'PENDING', event: 'expired' });

async function insert(db: Queryable, made: Transaction, told: Buffer | null): Promise<boolean> {
  const { sent, received, details } = made;
  const rows = await db.query(sql`
    with made as (
      insert into transaction (
        id, platform_id, environment, clock_offset_ms, type, status, version, attempt, stage, arrived_amount, operation_id, quote_id, owner,
        platform_customer_id, sender, sender_key, receiver, receiver_key, sent_currency, sent_amount, received_currency,
        received_amount, fees, platform_fees, reference, created_at, updated_at, expires_at, lapses_at, settled_at, request_id, details, told,
        authorization_challenge, pending_reason, on_chain
      ) values (
        ${made.id}, ${made.platformId}, ${made.environment}, ${made.clockOffsetMs}, ${made.type}, ${made.status}, ${made.version},
        ${made.attempt}, ${made.stage}, ${made.arrived ?? null}, ${made.operationId ?? null}, ${made.quoteId ?? null}, ${made.owner}, ${made.platformCustomerId},
        ${made.sender ?? null}, ${made.senderKey ?? null}, ${made.receiver}, ${made.receiverKey ?? null}, ${sent.currency},
        ${sent.amount}, ${received.currency}, ${received.amount}, ${made.fees}, ${made.platformFees}, ${made.reference},
        ${made.createdAt}, ${made.updatedAt}, ${made.expiresAt ?? null}, ${lapsesAt(made)}, ${made.settledAt ?? null},
        ${made.requestId}, ${JSON.stringify(toDetailsJson(details))}, ${told}, ${json(made.authorization)},
        ${made.pendingReason ?? null}, ${json(made.onChain)}
      ) on conflict do nothing returning id, status
    ), counted as (
      insert into transaction_count ${countOne(made, sql`exists (select 1 from made where status <> 'TENTATIVE')`)}
    )
    select 1 from made`);
  return rows.length > 0;
}

/** One row for the platform and one for the owner, in this order in every commit, so that no two commits wait for each other. */
function countOne({ id, platformId, owner }: Pick<Transaction, 'id' | 'platformId' | 'owner'>, condition: RawBuilder<unknown>) {
  const slot = Number.parseInt(id.slice(-1), 16);
  return sql`(platform_id, owner, slot, count)
    select * from (values (${platformId}::uuid, '', ${slot}::int, 1), (${platformId}::uuid, ${owner}, 0, 1)) as one
    where ${condition}
    on conflict (platform_id, owner, slot) do update set count = transaction_count.count + 1`;
}

async function save(db: Queryable, before: Transaction, after: Transaction): Promise<boolean> {
  const { refund } = after;
  const rows = await db.query(sql`
    update transaction set
      status = ${after.status}, version = ${after.version}, attempt = ${after.attempt}, round = ${after.round},
      stage = ${after.stage}, arrived_amount = ${after.arrived ?? null}, operation_id = ${after.operationId ?? null},
      authorization_challenge = ${json(after.authorization)}, on_chain = ${json(after.onChain)},
      reserved_on = ${after.reservedOn ?? null}, updated_at = ${after.updatedAt}, lapses_at = ${lapsesAt(after)},
      settled_at = ${after.settledAt ?? null}, failure_reason = ${after.failureReason ?? null},
      pending_reason = ${after.pendingReason ?? null},
      refund_status = ${refund?.status ?? null}, refund_reason = ${refund?.reason ?? null},
      refund_initiated_at = ${refund?.initiatedAt ?? null}, refund_settled_at = ${refund?.settledAt ?? null}
    where ${asItWas(before)} returning 1`);
  return rows.length > 0;
}

const json = (value: object | undefined) => (value ? JSON.stringify(value) : null);

const asItWas = ({ id, status, version, attempt, stage, round }: Transaction) =>
  sql<boolean>`id = ${id} and status = ${status} and version = ${version} and attempt = ${attempt} and stage = ${stage}
    and round = ${round}`;

/** When an open quote lapses, on the wall. Its platform's clock may have been moved since it was read. */
function lapsesAt({ status, expiresAt, clockOffsetMs, platformId }: Transaction): RawBuilder<unknown> {
  if (status !== 'PENDING' || !expiresAt) return sql`null`;
  const moved = sql`(select offset_ms from platform_clock where platform_id = ${platformId})`;
  return sql`${expiresAt}::timestamptz - greatest(${clockOffsetMs}::bigint, ${moved}) * interval '1 millisecond'`;
}
