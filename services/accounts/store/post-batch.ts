// Books a batch of journals in one transaction: two sets of pipelined statements, with the decision in memory between them.
import type { PoolClient } from 'pg';
import type { Environment } from '../../kit/core/caller.ts';
import { type Ids, rowKey } from '../../kit/core/ids.ts';
import { Refusal } from '../../kit/messages/fail.ts';
import { type BalanceEvents, balanceEvents, type RenderedEvent } from '../balance-event.ts';
import type { AccountStatus } from '../domain/account-status.ts';
import { alternativeWith, type JournalRequest } from '../domain/journal.ts';
import { type Booking, type Decision, decideAll, type Holding, type Holdings } from '../domain/ledger.ts';
import { type Connect, landed, repeatedly, withClient } from './flight.ts';
import type { InternalAccountRow } from './internal-account-row.ts';
import * as statements from './ledger-statements.ts';
import { accountsIn, compare, OpenHouseAccounts } from './open-houses.ts';

export interface PostItem extends statements.Claim {
  readonly environment: Environment;
  readonly requestId: string;
  readonly traceparent?: string;
}

/** The result of a claim: a decision, or undefined if the key was already booked. */
export type Outcomes = ReadonlyMap<PostItem, Decision | undefined>;

export interface PostBatch {
  /** The keys of a batch are unique. Repeats itself if the database requests it. */
  book(items: readonly PostItem[]): Promise<Outcomes>;
  /** The journal of a key that was already booked. */
  find(journal: JournalRequest): Promise<BookedJournal>;
}

/** A booked journal. The fingerprint of a voided key is empty. */
export interface BookedJournal {
  readonly id: string;
  readonly fingerprint: string;
  readonly alternative: number;
}

export interface PostBatchOptions {
  readonly connect: Connect;
  readonly ids: Ids;
}

export function postBatch({ connect, ids }: PostBatchOptions): PostBatch {
  const open = new OpenHouseAccounts();
  const events = balanceEvents(ids);
  return {
    book: (items) => repeatedly(() => withClient(connect, (client) => bookOnce({ client, open, events }, items))),
    find: (journal) =>
      withClient(connect, async (client) => {
        const { rows } = await client.query<FoundJournal>(statements.findJournal(journal));
        if (!rows[0]) throw new Error(`The journal ${journal.step} of ${journal.subject} is claimed and not there.`);
        const { lines, ...found } = rows[0];
        return { ...found, alternative: alternativeWith(lines, journal) };
      }),
  };
}

interface FoundJournal extends Omit<BookedJournal, 'alternative'> {
  readonly lines: readonly string[];
}

interface Booker {
  readonly client: PoolClient;
  readonly open: OpenHouseAccounts;
  readonly events: BalanceEvents;
}

async function bookOnce({ client, open, events }: Booker, items: readonly PostItem[]): Promise<Outcomes> {
  const houseAccounts = open.missing(items);
  const { claimed, holdings, accounts } = await claimAndLock(client, items, houseAccounts);
  const won = items.filter(({ journal }) => claimed.has(journal.id));
  const decisions = decideAll(
    won.map(({ journal }) => journal),
    holdings,
  );
  await write(client, plan({ won, decisions, accounts, events }));
  open.add(houseAccounts);
  const decided = new Map(won.map((item, index) => [item, decisions[index]]));
  return new Map(items.map((item) => [item, decided.get(item)]));
}

interface Locked {
  /** Ids of the journals with free keys. */
  readonly claimed: ReadonlySet<string>;
  readonly holdings: Holdings;
  /** By `rowKey`. */
  readonly accounts: ReadonlyMap<string, InternalAccountRow>;
}

/** The first set. */
async function claimAndLock(
  client: PoolClient,
  items: readonly PostItem[],
  houseAccounts: readonly statements.NewHouse[],
): Promise<Locked> {
  const { balanceKeys, accountKeys } = keysIn(items);
  const [, claimed, , balances, rows] = await landed([
    client.query(statements.begin),
    client.query<{ id: string }>(statements.claimKeys(inKeyOrder(items))),
    houseAccounts.length > 0 ? client.query(statements.openHouseAccounts(houseAccounts)) : undefined,
    client.query<HoldingRow>(statements.lockBalances(balanceKeys)),
    client.query<InternalAccountRow>(statements.readAccounts(accountKeys)),
  ]);
  const accounts = new Map(rows.rows.map((row) => [rowKey(row), row]));
  return { claimed: new Set(claimed.rows.map(({ id }) => id)), holdings: holdingsOf(balances.rows, accounts), accounts };
}

function holdingsOf(rows: readonly HoldingRow[], accounts: Locked['accounts']): Holdings {
  const holdings = new Map<string, Map<string, Holding>>();
  for (const row of rows) {
    const own = holdings.get(row.platformId) ?? new Map<string, Holding>();
    holdings.set(row.platformId, own.set(row.id, holdingOf(row, accounts.get(rowKey(row))?.status)));
  }
  return holdings;
}

type HoldingRow = Omit<Holding, 'status'>;

function holdingOf(row: HoldingRow, status: AccountStatus | undefined): Holding {
  return status ? { ...row, status } : row;
}

/** The writes of the second set. */
interface Plan extends statements.Booked {
  readonly refused: readonly JournalRequest[];
}

interface PlanParts {
  readonly won: readonly PostItem[];
  readonly decisions: readonly Decision[];
  readonly accounts: ReadonlyMap<string, InternalAccountRow>;
  readonly events: BalanceEvents;
}

function plan({ won, decisions, accounts, events }: PlanParts): Plan {
  const refused: JournalRequest[] = [];
  const changes = new Map<string, statements.Changed>();
  const lines: statements.Line[] = [];
  const rendered: RenderedEvent[] = [];
  for (const [index, item] of won.entries()) {
    const booking = bookingOf(decisions[index]);
    if (!booking) {
      refused.push(item.journal);
      continue;
    }
    const { journal } = item;
    for (const holding of booking.after) changes.set(rowKey(holding), { holding, at: journal.at });
    for (const [line, posting] of booking.postings.entries()) lines.push({ journal, number: line + 1, posting });
    for (const holding of booking.shown) rendered.push(events({ item, holding, account: accounts.get(rowKey(holding)) }));
  }
  return { refused, changes: [...changes.values()], lines, events: rendered };
}

function bookingOf(decision: Decision | undefined): Booking | undefined {
  return decision instanceof Refusal ? undefined : decision;
}

/** The second set. Its writes are final when the commit returns. */
async function write(client: PoolClient, { refused, ...booked }: Plan): Promise<void> {
  const [, , committed] = await landed([
    refused.length > 0 ? client.query(statements.dropClaims(refused)) : undefined,
    booked.changes.length > 0 ? client.query(statements.writeBooked(booked)) : undefined,
    client.query(statements.commit),
  ]);
  if (committed.command !== 'COMMIT') throw new Error('The ledger asked for a commit and the database rolled back.');
}

function inKeyOrder(items: readonly PostItem[]): PostItem[] {
  return items.toSorted(
    ({ journal: one }, { journal: other }) =>
      compare(one.platformId, other.platformId) || compare(one.subject, other.subject) || compare(one.step, other.step),
  );
}

/** The rows that the legs refer to. A row of another platform than the journal's is not found. */
function keysIn(items: readonly PostItem[]): { balanceKeys: statements.RowKey[]; accountKeys: statements.RowKey[] } {
  const balanceKeys = new Map<string, statements.RowKey>();
  const accountKeys = new Map<string, statements.RowKey>();
  for (const { account, journal } of accountsIn(items)) {
    const { platformId } = journal;
    const key = { platformId, id: account.balanceId };
    const text = rowKey(key);
    balanceKeys.set(text, key);
    if (!account.house) accountKeys.set(text, key);
  }
  return { balanceKeys: [...balanceKeys.values()], accountKeys: [...accountKeys.values()] };
}
