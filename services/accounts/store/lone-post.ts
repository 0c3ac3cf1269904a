// Books a journal that runs alone in one statement, if its balances are as this process last saw them.
import type { QueryConfig } from 'pg';
import { bigints, booleans, ints, texts, uuids } from '../../kit/storage/arrays.ts';
import type { AccountMarks } from './known-accounts.ts';
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
    select from unnest($33::uuid[], $34::uuid[], $35::bigint[], $36::bigint[], $37::bigint[], $38::bigint[])
      seen(platform_id, id, available, held, pending_in, version)
    join balance using (platform_id, id)
    where balance.available = seen.available and balance.held = seen.held and balance.pending_in = seen.pending_in
      and balance.version = seen.version
    order by platform_id, id for no key update of balance) unchanged`;

/** A concurrent change of an account has locked its balance, and increases its version if the change has an event. */
const countUnchanged = `
  select count(*) as count
  from unnest($39::uuid[], $40::uuid[], $41::int[], $42::text[], $43::bool[], $44::bigint[])
    seen(platform_id, id, revision, status, private_enabled, funding_hash)
  join internal_account account using (platform_id, id)
  where account.revision = seen.revision and account.status = seen.status
    and account.private_enabled is not distinct from seen.private_enabled and ${statements.hashOfFunding} = seen.funding_hash`;

const claimKey = `
  insert into journal (platform_id, id, subject, step, fingerprint, created_at, agent_id, action_id)
  select $25::uuid, $26::uuid, $27::uuid, $28::text, $29::bytea, $30::timestamptz, $31::uuid, $32::uuid from locked, same
  where locked.count = cardinality($34) and same.count = cardinality($40)
  on conflict (platform_id, subject, step) do nothing
  returning true`;

function claimColumns({ journal, fingerprint }: statements.Claim): (string | Buffer | null)[] {
  const { platformId, id, subject, step, at, agent } = journal;
  return [platformId, id, subject, step, fingerprint, at.toISOString(), agent?.agentId ?? null, agent?.actionId ?? null];
}

function balanceColumns(seen: readonly SeenBalance[]): Buffer[] {
  return [
    uuids(seen, ({ holding }) => holding.platformId),
    uuids(seen, ({ holding }) => holding.id),
    bigints(seen, ({ holding }) => holding.available),
    bigints(seen, ({ holding }) => holding.held),
    bigints(seen, ({ holding }) => holding.pendingIn),
    bigints(seen, ({ holding }) => holding.version),
  ];
}

function accountColumns(accounts: readonly AccountMarks[]): Buffer[] {
  return [
    uuids(accounts, ({ platformId }) => platformId),
    uuids(accounts, ({ id }) => id),
    ints(accounts, ({ revision }) => revision),
    texts(accounts, ({ status }) => status),
    booleans(accounts, ({ privateEnabled }) => privateEnabled),
    bigints(accounts, ({ fundingHash }) => fundingHash),
  ];
}
