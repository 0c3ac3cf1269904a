// The filters of lists of transactions, as SQL conditions.

import { type RawBuilder, sql } from 'kysely';
import { lapsingStates } from '../domain/payment/states.ts';
import { kindsShownAs, statesShownAs } from '../domain/record/transaction.ts';

/** An account as a filter names it: by its id, or by the keyed hash of its primary identifier. */
export interface AccountFilter {
  readonly text: string;
  /** The keyed hashes that it may have been kept under. */
  readonly keys: readonly Buffer[];
}

/** All that are present must hold. */
export interface TransactionFilter {
  readonly platformId: string;
  readonly owner?: string;
  readonly platformCustomerId?: string;
  readonly sender?: AccountFilter;
  readonly receiver?: AccountFilter;
  readonly either?: AccountFilter;
  /** As it is shown. */
  readonly status?: string;
  readonly type?: string;
  readonly reference?: { readonly text: string; readonly isOfRefund: boolean };
  readonly from?: Date;
  readonly to?: Date;
}

/** At the platform's time `now`: what lies past its deadline is shown as expired. */
export function conditionsOf(filter: TransactionFilter, now: Date): RawBuilder<boolean>[] {
  const conditions: (RawBuilder<boolean> | undefined)[] = [
    sql<boolean>`platform_id = ${filter.platformId}`,
    sql<boolean>`state <> 'TENTATIVE'`,
    filter.owner === undefined ? undefined : sql`owner = ${filter.owner}`,
    filter.platformCustomerId === undefined ? undefined : sql`platform_customer_id = ${filter.platformCustomerId}`,
    filter.sender && anyOf(endConditions('sender', filter.sender)),
    filter.receiver && anyOf(endConditions('receiver', filter.receiver)),
    filter.either && anyOf(eitherEnd(filter.either)),
    filter.status === undefined ? undefined : isShownAs(filter.status, now),
    filter.type === undefined ? undefined : sql`kind = any(${kindsShownAs(filter.type)})`,
    filter.reference && sql`reference = ${filter.reference.text}`,
    filter.reference?.isOfRefund ? sql`refund_status is not null` : undefined,
    filter.from && sql`created_at >= ${filter.from}`,
    filter.to && sql`created_at <= ${filter.to}`,
  ];
  return conditions.filter((condition) => condition !== undefined);
}

/**
 * Conditions that each have an index in the order of lists. Every match fulfils at least one of them. Empty without a reference, an account or
 * a `platformCustomerId` in the filter.
 */
export function indexedConditions(filter: TransactionFilter): RawBuilder<boolean>[] {
  const { reference, sender, receiver, either, platformCustomerId } = filter;
  if (reference) return [sql`reference = ${reference.text}`];
  if (sender) return endConditions('sender', sender);
  if (receiver) return endConditions('receiver', receiver);
  if (either) return eitherEnd(either);
  return platformCustomerId === undefined ? [] : [sql`platform_customer_id = ${platformCustomerId}`];
}

function endConditions(end: 'sender' | 'receiver', { text, keys }: AccountFilter): RawBuilder<boolean>[] {
  const key = sql.ref(`${end}_key`);
  return [sql`${sql.ref(end)} = ${text}`, ...keys.map((one) => sql<boolean>`${key} = ${one}`)];
}

const eitherEnd = (account: AccountFilter) => [...endConditions('sender', account), ...endConditions('receiver', account)];

const anyOf = (conditions: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** As `shownAt` in the domain has it: a quote that is open past its deadline is shown as expired. */
function isShownAs(status: string, now: Date): RawBuilder<boolean> {
  const isListed = sql`kind || ' ' || state = any(${statesShownAs(status)})`;
  return status === 'EXPIRED' ? sql`(${isListed} or ${isOverdue(now)})` : sql`(${isListed} and not ${isOverdue(now)})`;
}

/** It still stands there as open, since the sweep may be seconds behind. */
export const isOverdue = (now: Date) =>
  sql<boolean>`(state = any(${lapsingStates}) and expires_at is not null and expires_at <= ${now})`;
