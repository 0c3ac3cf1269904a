// The statements of the ledger, each for a whole batch. Lists of rows are passed as one array per column.
import type { QueryConfig } from 'pg';
import { bigints, booleans, byteStrings, smallints, textBytes, texts, times, uuids } from '../../kit/storage/arrays.ts';
import type { RenderedEvent } from '../balance-event.ts';
import type { JournalRequest } from '../domain/journal.ts';
import type { Holding, Posting } from '../domain/ledger.ts';
import type { House, LedgerAccount } from '../domain/ledger-account.ts';
import { mayBeNegative } from '../domain/ledger-account.ts';

/** Named, like all of these, so that each connection parses and plans them once. */
export const begin: QueryConfig = { name: 'begin', text: 'begin' };
export const commit: QueryConfig = { name: 'commit', text: 'commit' };

/** The key of a row of the ledger. */
export interface RowKey {
  readonly platformId: string;
  readonly id: string;
}

/** The statements of a batch that are others where the tables are distributed. */
export interface BatchStatements {
  /** Before the locks. Undefined if the rows of a platform never move. */
  keepPlace(platformId: string): QueryConfig | undefined;
  /**
   * Claims free keys and returns the ids of those journals. After the locks and in the order of the decisions: the numbers of the journals of a
   * balance are in the order of its changes. Batches with common keys wait for the locks of their balances first. Only keys with different legs
   * in both can cause a deadlock, after which a batch is repeated.
   */
  claimKeys(claims: readonly Claim[]): QueryConfig;
  /** Releases the keys of refused journals, so that they can be tried again. */
  dropClaims(journals: readonly RowKey[]): QueryConfig;
  openHouseAccounts(houseAccounts: readonly NewHouse[]): QueryConfig;
  writeBooked(booked: Booked): readonly QueryConfig[];
}

/** For tables on one server. */
export const batchStatements: BatchStatements = {
  keepPlace: () => undefined,
  claimKeys,
  dropClaims,
  openHouseAccounts,
  writeBooked: (booked) => [writeBooked(booked)],
};

/** Keys of rows: the first two parameters of a statement. */
const keys = 'unnest($1::uuid[], $2::uuid[]) k(platform_id, id)';

const keyColumns = (rows: readonly RowKey[]) => [uuids(rows, ({ platformId }) => platformId), uuids(rows, ({ id }) => id)];

/** A journal with its fingerprint. */
export interface Claim {
  readonly journal: JournalRequest;
  readonly fingerprint: Buffer;
}

function claimKeys(claims: readonly Claim[]): QueryConfig {
  return {
    name: 'claim-keys',
    text: `insert into journal (${claimedColumns})
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bytea[], $6::timestamptz[], $7::uuid[], $8::uuid[])
      on conflict (platform_id, subject, step) do nothing
      returning id`,
    values: claimColumns(claims),
  };
}

export const claimedColumns = 'platform_id, id, subject, step, fingerprint, created_at, agent_id, action_id';

export function claimColumns(claims: readonly Claim[]): Buffer[] {
  return [
    uuids(claims, ({ journal }) => journal.platformId),
    uuids(claims, ({ journal }) => journal.id),
    uuids(claims, ({ journal }) => journal.subject),
    texts(claims, ({ journal }) => journal.step),
    byteStrings(claims, ({ fingerprint }) => fingerprint),
    times(claims, ({ journal }) => journal.at),
    uuids(claims, ({ journal }) => journal.agent?.agentId),
    uuids(claims, ({ journal }) => journal.agent?.actionId),
  ];
}

function dropClaims(journals: readonly RowKey[]): QueryConfig {
  return {
    name: 'drop-claims',
    text: `delete from journal using ${keys} where journal.platform_id = k.platform_id and journal.id = k.id`,
    values: keyColumns(journals),
  };
}

export function findJournal({ platformId, subject, step }: JournalRequest): QueryConfig {
  return {
    name: 'find-journal',
    text: `select id, fingerprint, array(
        select concat_ws(' ', balance_id, part, amount) from posting
        where posting.platform_id = $1 and journal_id = journal.id) as lines
      from journal where platform_id = $1 and subject = $2 and step = $3`,
    values: [platformId, subject, step],
  };
}

/** A house account that may not exist yet. */
export interface NewHouse {
  readonly account: LedgerAccount & { readonly house: House };
  readonly platformId: string;
  readonly currency: string;
  readonly at: Date;
}

function openHouseAccounts(houseAccounts: readonly NewHouse[]): QueryConfig {
  return {
    name: 'open-houses',
    text: `insert into balance (platform_id, id, kind, subaccount, currency, never_negative, changed_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bool[], $7::timestamptz[])
      on conflict (platform_id, id) do nothing`,
    values: [
      uuids(houseAccounts, ({ platformId }) => platformId),
      uuids(houseAccounts, ({ account }) => account.balanceId),
      texts(houseAccounts, ({ account }) => account.house.kind),
      texts(houseAccounts, ({ account }) => account.house.subaccount),
      texts(houseAccounts, ({ currency }) => currency),
      booleans(houseAccounts, ({ account }) => !mayBeNegative[account.house.kind]),
      times(houseAccounts, ({ at }) => at),
    ],
  };
}

/** In the order of their platforms and ids, like all other code that locks balances. */
export function lockBalances(balances: readonly RowKey[]): QueryConfig {
  const { name, rows, values } = rowsWith('balance', balances);
  return {
    name: `lock-balances${name}`,
    text: `select id, platform_id as "platformId", currency, never_negative as "neverNegative", available, held,
        pending_in as "pendingIn", version
      from ${rows} order by platform_id, id for no key update of balance`,
    values,
  };
}

/** After the locks: changing an account requires the lock of its balance. */
export function readAccounts(accounts: readonly RowKey[]): QueryConfig {
  const { name, rows, values } = rowsWith('internal_account', accounts);
  return { name: `read-accounts${name}`, text: `select ${accountColumns} from ${rows}`, values };
}

/** What tells whether a known row of an account is current. */
export function readMarks(accounts: readonly RowKey[]): QueryConfig {
  const { name, rows, values } = rowsWith('internal_account', accounts);
  return { name: `read-marks${name}`, text: `select id, platform_id as "platformId", ${markColumns} from ${rows}`, values };
}

/** The rows of a table with these keys. Those of one platform take one scan of an index, others a lookup each. */
function rowsWith(table: string, wanted: readonly RowKey[]) {
  const platformId = wanted[0]?.platformId;
  if (wanted.some((row) => row.platformId !== platformId)) {
    return { name: '-of-platforms', rows: `${keys} join ${table} using (platform_id, id)`, values: keyColumns(wanted) };
  }
  return {
    name: '',
    rows: `${table} where platform_id = $1 and id = any($2::uuid[])`,
    values: [platformId, uuids(wanted, ({ id }) => id)],
  };
}

export const hashOfFunding = 'hashtextextended(funding::text, 0)';

const markColumns = `revision, status, private_enabled as "privateEnabled", ${hashOfFunding} as "fundingHash"`;

const accountColumns = `id, platform_id as "platformId", customer_id as "customerId", type, currency, serial, funding::text as funding,
  created_at as "createdAt", ${markColumns}`;

/** A row after a journal, with its time. */
export interface Changed {
  readonly holding: Holding;
  readonly at: Date;
}

/** A line with its journal. */
export interface Line {
  readonly journal: JournalRequest;
  readonly number: number;
  readonly posting: Posting;
}

/** The writes of a batch of journals. */
export interface Booked {
  readonly changes: readonly Changed[];
  readonly lines: readonly Line[];
  readonly events: readonly RenderedEvent[];
}

/** One statement, because each additional statement costs as much as several rows. */
function writeBooked(booked: Booked): QueryConfig {
  return {
    name: 'write-booked',
    text: `with ${writes()} select`,
    values: writtenColumns(booked),
  };
}

/** The first 24 parameters are the columns. With `condition`, a table of the statement, nothing is written unless it has a row. */
export const writes = (condition?: string) => {
  const beside = condition === undefined ? '' : `, ${condition}`;
  return `balances as (${writeBalances}${beside}${isBalance}), postings as (${writePostings}${beside}), events as (${writeEvents}${beside})`;
};

export function writtenColumns({ changes, lines, events }: Booked): Buffer[] {
  return [...balanceColumns(changes), ...postingColumns(lines), ...eventColumns(events)];
}

const writeBalances = `
  update balance set available = n.available, held = n.held, pending_in = n.pending_in, version = n.version, changed_at = n.at
  from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::timestamptz[])
    n(platform_id, id, available, held, pending_in, version, at)`;

const isBalance = `
  where balance.platform_id = n.platform_id and balance.id = n.id`;

export function balanceColumns(changes: readonly Changed[]): Buffer[] {
  return [
    uuids(changes, ({ holding }) => holding.platformId),
    uuids(changes, ({ holding }) => holding.id),
    bigints(changes, ({ holding }) => holding.available),
    bigints(changes, ({ holding }) => holding.held),
    bigints(changes, ({ holding }) => holding.pendingIn),
    bigints(changes, ({ holding }) => holding.version),
    times(changes, ({ at }) => at),
  ];
}

const writePostings = `
  insert into posting (platform_id, journal_id, line, balance_id, part, currency, amount)
  select line.* from unnest($8::uuid[], $9::uuid[], $10::int2[], $11::uuid[], $12::text[], $13::text[], $14::bigint[]) line`;

export function postingColumns(lines: readonly Line[]): Buffer[] {
  return [
    uuids(lines, ({ journal }) => journal.platformId),
    uuids(lines, ({ journal }) => journal.id),
    smallints(lines, ({ number }) => number),
    uuids(lines, ({ posting }) => posting.account.balanceId),
    texts(lines, ({ posting }) => posting.account.part),
    texts(lines, ({ posting }) => posting.currency),
    bigints(lines, ({ posting }) => posting.amount),
  ];
}

/** Balances contain no personal data and are not sealed. */
const writeEvents = `
  insert into outbox (platform_id, id, environment, resource, sequence, type, body, created_at, request_id, traceparent, is_sealed)
  select event.*, false
  from unnest($15::uuid[], $16::uuid[], $17::text[], $18::text[], $19::bigint[], $20::text[], $21::bytea[], $22::timestamptz[],
    $23::text[], $24::text[]) event`;

export function eventColumns(events: readonly RenderedEvent[]): Buffer[] {
  return [
    uuids(events, ({ platformId }) => platformId),
    uuids(events, ({ id }) => id),
    texts(events, ({ environment }) => environment),
    texts(events, ({ resource }) => resource),
    bigints(events, ({ sequence }) => sequence),
    texts(events, ({ type }) => type),
    textBytes(events, ({ body }) => body),
    times(events, ({ createdAt }) => createdAt),
    texts(events, ({ requestId }) => requestId),
    texts(events, ({ traceparent }) => traceparent),
  ];
}
