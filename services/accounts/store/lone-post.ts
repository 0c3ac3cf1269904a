// Books a journal that runs alone in one statement, if its balances are as this process last saw them.
import type { QueryConfig } from 'pg';
import type { InternalAccountRow } from './internal-account-row.ts';
import * as statements from './ledger-statements.ts';
import type { SeenBalance } from './seen-balances.ts';

export interface LonePost {
  readonly claim: statements.Claim;
  /** The balances on which the decision relies. */
  readonly seen: readonly SeenBalance[];
  readonly booked: statements.Booked;
}

/**
 * Returns a row if it has booked the journal. It writes nothing if its key is used, a balance or an account has changed, or a row is missing.
 * Like a batch, it locks the balances before it claims the key.
 */
export function bookIfUnchanged({ claim, seen, booked }: LonePost): QueryConfig {
  const accounts = seen.flatMap(({ account }) => account ?? []);
  return {
    name: 'book-if-unchanged',
    text: `with locked as materialized (${lockUnchanged}), same as materialized (${countUnchanged}), claimed as (${claimKey}),
      ${statements.writes('claimed')} select from claimed`,
    values: [...statements.writtenColumns(booked), ...claimColumns(claim), ...balanceColumns(seen), ...accountColumns(accounts)],
  };
}

const lockUnchanged = `
  select count(*) as count from (
    select from unnest($35::uuid[], $36::uuid[], $37::bigint[], $38::bigint[], $39::bigint[], $40::bigint[])
      seen(platform_id, id, available, held, pending_in, version)
    join balance using (platform_id, id)
    where balance.available = seen.available and balance.held = seen.held and balance.pending_in = seen.pending_in
      and balance.version = seen.version
    order by platform_id, id for no key update of balance) unchanged`;

/** A concurrent change of an account has locked its balance, and increases its version if the change has an event. */
const countUnchanged = `
  select count(*) as count
  from unnest($41::uuid[], $42::uuid[], $43::int[], $44::text[], $45::bool[], $46::text[])
    seen(platform_id, id, revision, status, private_enabled, funding)
  join internal_account account using (platform_id, id)
  where account.revision = seen.revision and account.status = seen.status
    and account.private_enabled is not distinct from seen.private_enabled and account.funding::text = seen.funding`;

const claimKey = `
  insert into journal (platform_id, id, subject, step, fingerprint, created_at, agent_id, action_id)
  select $27::uuid, $28::uuid, $29::uuid, $30::text, decode($31, 'hex'), $32::timestamptz, $33::uuid, $34::uuid from locked, same
  where locked.count = cardinality($36) and same.count = cardinality($42)
  on conflict (platform_id, subject, step) do nothing
  returning true`;

function claimColumns({ journal, fingerprint }: statements.Claim): (string | null)[] {
  const { platformId, id, subject, step, at, agent } = journal;
  return [platformId, id, subject, step, fingerprint, at.toISOString(), agent?.agentId ?? null, agent?.actionId ?? null];
}

function balanceColumns(seen: readonly SeenBalance[]): string[] {
  const holdings = seen.map(({ holding }) => holding);
  return [
    statements.plain(holdings, ({ platformId }) => platformId),
    statements.plain(holdings, ({ id }) => id),
    statements.plain(holdings, ({ available }) => available),
    statements.plain(holdings, ({ held }) => held),
    statements.plain(holdings, ({ pendingIn }) => pendingIn),
    statements.plain(holdings, ({ version }) => version),
  ];
}

function accountColumns(accounts: readonly InternalAccountRow[]): (string | string[])[] {
  return [
    statements.plain(accounts, ({ platformId }) => platformId),
    statements.plain(accounts, ({ id }) => id),
    statements.plain(accounts, ({ revision }) => revision),
    statements.plain(accounts, ({ status }) => status),
    statements.plain(accounts, ({ privateEnabled }) => String(privateEnabled)),
    accounts.map(({ funding }) => funding),
  ];
}
