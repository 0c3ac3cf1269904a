// Books journals in one statement, if their balances and accounts are as this process last saw them.
import type { QueryConfig } from 'pg';
import { Refusal } from '../../kit/messages/fail.ts';
import { bigints, booleans, ints, texts, uuids } from '../../kit/storage/arrays.ts';
import type { Decision, Holding } from '../domain/ledger.ts';
import type { AccountMarks } from './known-accounts.ts';
import * as statements from './ledger-statements.ts';

export interface UnchangedPosts {
  readonly claims: readonly statements.Claim[];
  /** Of each claim. */
  readonly decisions: readonly Decision[];
  /** What the decisions rely on. */
  readonly balances: readonly Holding[];
  readonly accounts: readonly AccountMarks[];
  readonly booked: statements.Booked;
}

/**
 * Returns a row if it has written the booked journals, and confirmed the refusals of the others. It writes nothing if a balance or an account has
 * changed, a balance is locked, a row is missing, or a key is used. Like a batch, it locks the balances before it claims keys. A key that is
 * claimed at the same time is a unique violation.
 */
export function bookIfUnchanged({ claims, decisions, balances, accounts, booked }: UnchangedPosts): QueryConfig {
  const isBooked = new Map(claims.map((claim, index) => [claim, !(decisions[index] instanceof Refusal)]));
  return {
    name: 'book-if-unchanged',
    text: `with locked as materialized (${countUnchanged}), same as materialized (${countSame}), taken as materialized (${countTaken}),
      sound as materialized (${soundness}), claimed as (${claimKeys}), ${statements.writes('sound')} select from sound`,
    values: [
      ...statements.writtenColumns(booked),
      ...statements.claimColumns(claims),
      booleans(claims, (claim) => isBooked.get(claim)),
      ...balanceColumns(balances),
      ...accountColumns(accounts),
    ],
  };
}

/** It does not wait for locks: the statements after it on the connection would wait, too. */
const countUnchanged = `
  select count(*) as count from (
    select from unnest($34::uuid[], $35::uuid[], $36::bigint[], $37::bigint[], $38::bigint[], $39::bigint[])
      seen(platform_id, id, available, held, pending_in, version)
    join balance using (platform_id, id)
    where balance.available = seen.available and balance.held = seen.held and balance.pending_in = seen.pending_in
      and balance.version = seen.version
    order by platform_id, id for no key update of balance skip locked) unchanged`;

/** A concurrent change of an account has locked its balance, and increases its version if the change has an event. */
const countSame = `
  select count(*) as count
  from unnest($40::uuid[], $41::uuid[], $42::int[], $43::text[], $44::bool[], $45::bigint[])
    seen(platform_id, id, revision, status, private_enabled, funding_hash)
  join internal_account account using (platform_id, id)
  where account.revision = seen.revision and account.status = seen.status
    and account.private_enabled is not distinct from seen.private_enabled and ${statements.hashOfFunding} = seen.funding_hash`;

const countTaken = `
  select count(*) as count from unnest($25::uuid[], $27::uuid[], $28::text[]) k(platform_id, subject, step)
  join journal using (platform_id, subject, step)`;

const soundness = `
  select from locked, same, taken
  where locked.count = cardinality($35) and same.count = cardinality($41) and taken.count = 0`;

const claimKeys = `
  insert into journal (${statements.claimedColumns})
  select ${statements.claimedColumns}
  from unnest($25::uuid[], $26::uuid[], $27::uuid[], $28::text[], $29::bytea[], $30::timestamptz[], $31::uuid[], $32::uuid[], $33::bool[])
    claim(${statements.claimedColumns}, is_booked), sound
  where is_booked`;

function balanceColumns(balances: readonly Holding[]): Buffer[] {
  return [
    uuids(balances, ({ platformId }) => platformId),
    uuids(balances, ({ id }) => id),
    bigints(balances, ({ available }) => available),
    bigints(balances, ({ held }) => held),
    bigints(balances, ({ pendingIn }) => pendingIn),
    bigints(balances, ({ version }) => version),
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
