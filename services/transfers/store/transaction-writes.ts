// The statements that write changes of transactions.
import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import type { Owner, PersonalKey } from '../../kit/storage/personal-keys.ts';
import { assignmentsOf, compiledOnce, namesOf, unnest } from '../../kit/storage/tables.ts';
import { minusMs } from '../../kit/storage/times.ts';
import { lapsingStates } from '../domain/payment/states.ts';
import type { Transaction } from '../domain/record/transaction.ts';
import {
  type Change,
  type Insertion,
  isInsertion,
  isRemoval,
  isUpdate,
  type Removal,
  type Update,
} from './transaction-change.ts';
import { sealPersonal } from './transaction-personal.ts';
import { TransactionRecord } from './transaction-record.ts';
import { toProgressRow, toRow } from './transaction-row.ts';

export interface Writing {
  readonly sealerOf: (owner: Owner) => PersonalKey;
  /** Nothing is written unless the keys are current. */
  readonly areCurrent: RawBuilder<boolean>;
  /** Of all changes. Required where the tables are distributed. */
  readonly platformId?: string;
}

export interface Write {
  readonly name: 'made' | 'saved' | 'removed';
  /** Returns `writtenColumns` of the transactions that it wrote. */
  readonly statement: RawBuilder<{ id: string }>;
}

/** A statement for each kind of change that there is. */
export function writesOf(changes: readonly Change[], writing: Writing): Write[] {
  const [made, saved, removed] = [changes.filter(isInsertion), changes.filter(isUpdate), changes.filter(isRemoval)];
  return [
    ...(made.length > 0 ? [{ name: 'made', statement: insertion(made, writing) } as const] : []),
    ...(saved.length > 0 ? [{ name: 'saved', statement: update(saved, writing) } as const] : []),
    ...(removed.length > 0 ? [{ name: 'removed', statement: removal(removed, writing) } as const] : []),
  ];
}

function insertion(made: readonly Insertion[], { sealerOf, areCurrent, platformId }: Writing): Write['statement'] {
  const rows = made.map(({ after }) => toRow(after, sealPersonal(after, sealerOf)));
  return sql<{ id: string }>`
    insert into transaction (${namesOf(newColumns)}, lapses_at)
    select new.*, ${lapsesAt('new', platformId)} from ${unnest(TransactionRecord, newColumns, rows)} where ${areCurrent}
    on conflict do nothing returning ${namesOf(writtenColumns)}`;
}

function update(saved: readonly Update[], { areCurrent, platformId }: Writing): Write['statement'] {
  const rows = saved.map(({ before, after }) => ({ ...keyOf(before), ...toProgressRow(after) }));
  return sql<{ id: string }>`
    update transaction stored set ${progress}, lapses_at = ${lapsesAt('stored', platformId)}
    from ${unnest([TransactionRecord, BeforeColumns], [...keyColumns, ...progressColumns], rows)}
    where ${isAsItWas} and ${areCurrent} returning ${namesOf(writtenColumns, 'stored')}`;
}

function removal(removed: readonly Removal[], { areCurrent }: Writing): Write['statement'] {
  const rows = removed.map(({ before }) => keyOf(before));
  return sql<{ id: string }>`
    delete from transaction stored using ${unnest([TransactionRecord, BeforeColumns], keyColumns, rows)}
    where ${isAsItWas} and ${areCurrent} returning ${namesOf(writtenColumns, 'stored')}`;
}

/** Columns of a change that the table does not have. */
const BeforeColumns = defineEntity({
  name: 'BeforeColumns',
  properties: {
    wasState: p.text().primary(),
    wasVersion: p.bigint('bigint'),
    wasAttempt: p.integer(),
    wasRailChecks: p.integer(),
  },
});

export const keyColumns = ['platform_id', 'id', 'was_state', 'was_version', 'was_attempt', 'was_rail_checks'] as const;

export function keyOf(before: Transaction) {
  const { state, version, attempt, rail_checks } = toProgressRow(before);
  return {
    platform_id: before.platformId,
    id: before.id,
    was_state: state,
    was_version: version,
    was_attempt: attempt,
    was_rail_checks: rail_checks,
  };
}

const isAsItWas = sql<boolean>`
  stored.platform_id = new.platform_id and stored.id = new.id and stored.state = was_state and stored.version = was_version
    and stored.attempt = was_attempt and stored.rail_checks = was_rail_checks`;

const progressColumns = [
  ...(['state', 'version', 'attempt', 'rail_checks', 'arrived_amount', 'reserved_on', 'operation_id', 'action_id'] as const),
  ...(['authorization_challenge', 'updated_at', 'settled_at', 'failure_reason', 'pending_reason'] as const),
  ...(['refund_status', 'refund_reason', 'refund_initiated_at', 'refund_settled_at', 'on_chain'] as const),
] as const;

const progress = assignmentsOf(progressColumns);

const newColumns = [
  ...progressColumns,
  ...(['platform_id', 'id', 'environment', 'clock_offset_ms', 'kind', 'quote_id', 'owner', 'platform_customer_id'] as const),
  ...(['sender', 'sender_key', 'receiver', 'receiver_key', 'sent_currency', 'sent_amount', 'received_currency'] as const),
  ...(['received_amount', 'fees', 'platform_fees', 'reference', 'created_at', 'expires_at', 'receipt_confirmed_at'] as const),
  ...(['request_id', 'agent_id', 'details', 'personal'] as const),
] as const;

const writtenColumns = ['platform_id', 'id', 'owner', 'kind', 'created_at'] as const;

/** When an open quote expires in real time. The platform's clock may have advanced since it was read. The state is that of `new`. */
function lapseOf(constant: 'new' | 'stored', platform: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${constant}.${column}`);
  const offset = sql`greatest(${of('clock_offset_ms')},
    (select offset_ms from platform_clock clock where clock.platform_id = ${platform}))`;
  return sql`case when ${of('kind')} = 'PAYMENT' and new.state in (${sql.join(lapsingStates.map((state) => sql.lit(state)))}) then
    ${minusMs(of('expires_at'), offset)} end`;
}

const lapses = {
  new: compiledOnce(lapseOf('new', sql.ref('new.platform_id'))),
  stored: compiledOnce(lapseOf('stored', sql.ref('stored.platform_id'))),
};

const lapsesAt = (constant: 'new' | 'stored', platformId: string | undefined) =>
  platformId === undefined ? lapses[constant] : lapseOf(constant, sql`${platformId}`);
