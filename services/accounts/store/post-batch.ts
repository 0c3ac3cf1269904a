// Books a batch of journals in one transaction: two sets of pipelined statements, with the decision in memory between them.
import type { PoolClient } from 'pg';
import { currentDryRun } from '../../kit/core/dry-run.ts';
import type { Ids } from '../../kit/core/ids.ts';
import { Refusal } from '../../kit/messages/fail.ts';
import { type BalanceEvents, balanceEvents } from '../balance-event.ts';
import type { AccountStatus } from '../domain/account-status.ts';
import { alternativeWith, type JournalRequest } from '../domain/journal.ts';
import { type Decision, decideAll, type Holding, type Holdings } from '../domain/ledger.ts';
import { type ByRow, byRow } from './by-row.ts';
import { type Connect, landed, repeatedly, withClient } from './flight.ts';
import { type KnownAccount, KnownAccounts } from './known-accounts.ts';
import * as statements from './ledger-statements.ts';
import { bookIfUnchanged } from './lone-post.ts';
import { accountsIn, type NamedAccount, OpenHouseAccounts } from './open-houses.ts';
import { type Plan, type PostItem, plan } from './planned-writes.ts';
import { type SeenBalance, SeenBalances } from './seen-balances.ts';

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
  readonly fingerprint: Buffer;
  readonly alternative: number;
}

export interface PostBatchOptions {
  readonly connect: Connect;
  readonly ids: Ids;
}

export function postBatch({ connect, ids }: PostBatchOptions): PostBatch {
  const open = new OpenHouseAccounts();
  const seen = new SeenBalances();
  const knownAccounts = new KnownAccounts();
  const events = balanceEvents(ids);
  return {
    book: (items) =>
      repeatedly(() => withClient(connect, (client) => bookOnce({ client, open, seen, knownAccounts, events }, items))),
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
  readonly seen: SeenBalances;
  readonly knownAccounts: KnownAccounts;
  readonly events: BalanceEvents;
}

async function bookOnce(booker: Booker, items: readonly PostItem[]): Promise<Outcomes> {
  const [only, another] = items;
  return (only && !another && (await bookAlone(booker, only))) || bookLocked(booker, items);
}

/** One round trip. Undefined if the journal was not booked: a balance was not seen or has changed, the key is used, or it must be refused. */
async function bookAlone({ client, seen, events }: Booker, item: PostItem): Promise<Outcomes | undefined> {
  const known = seen.findAll(keysIn(accountsIn([item])).balanceKeys);
  if (!known) return undefined;
  const holdings = holdingsOf(known.map(({ holding }) => holding));
  const accounts = byRow(known.flatMap(({ account }) => account ?? []));
  const [decision] = decideAll([item.journal], holdings);
  if (!decision || decision instanceof Refusal) return undefined;
  const booked = plan({ won: [item], decisions: [decision], accounts, events });
  const { rowCount } = await client.query(bookIfUnchanged({ claim: item, seen: known, booked }));
  if (rowCount !== 1) return undefined;
  noteAll(seen, known, holdings);
  return new Map([[item, decision]]);
}

async function bookLocked({ client, open, seen, knownAccounts, events }: Booker, items: readonly PostItem[]): Promise<Outcomes> {
  const named = accountsIn(items);
  const houseAccounts = open.missing(named);
  const { claimed, known, accounts } = await claimAndLock(client, items, { ...keysIn(named), houseAccounts, knownAccounts });
  const won = items.filter(({ journal }) => claimed.has(journal.id));
  const holdings = holdingsOf(known.map(({ holding }) => holding));
  const decisions = decideAll(
    won.map(({ journal }) => journal),
    holdings,
  );
  await write(client, plan({ won, decisions, accounts, events }));
  if (!currentDryRun()) open.add(houseAccounts); // otherwise they are rolled back
  noteAll(seen, known, holdings);
  const decided = new Map(won.map((item, index) => [item, decisions[index]]));
  return new Map(items.map((item) => [item, decided.get(item)]));
}

/** A process whose batches are larger posts few journals alone, and noting a balance would cost a tenth of its post. */
const notedMax = 32;

/** After the commit: the balances that were found, and those that were written. Those of a dry run are rolled back. */
function noteAll(seen: SeenBalances, known: readonly SeenBalance[], holdings: Holdings): void {
  if (currentDryRun()) return;
  if (known.length > notedMax) return seen.clear();
  for (const { holding: before, account } of known) {
    const holding = holdings.get(before.platformId)?.get(before.id) ?? before;
    seen.note(before, { holding, account });
  }
}

interface Locked {
  /** Ids of the journals with free keys. */
  readonly claimed: ReadonlySet<string>;
  readonly known: readonly SeenBalance[];
  readonly accounts: ByRow<KnownAccount>;
}

interface Needed extends Keys {
  readonly houseAccounts: readonly statements.NewHouse[];
  readonly knownAccounts: KnownAccounts;
}

/** The first set. */
async function claimAndLock(
  client: PoolClient,
  items: readonly PostItem[],
  { balanceKeys, accountKeys, houseAccounts, knownAccounts }: Needed,
): Promise<Locked> {
  const [, , balances, claimed, accounts] = await landed([
    client.query(statements.begin),
    houseAccounts.length > 0 ? client.query(statements.openHouseAccounts(houseAccounts)) : undefined,
    client.query<HoldingRow>(statements.lockBalances(balanceKeys)),
    client.query<{ id: string }>(statements.claimKeys(items)),
    knownAccounts.read(client, accountKeys),
  ]);
  const known = balances.rows.map((row) => {
    const account = accounts.get(row);
    return { holding: holdingOf(row, account?.status), account };
  });
  return { claimed: new Set(claimed.rows.map(({ id }) => id)), known, accounts };
}

function holdingsOf(known: readonly Holding[]): Holdings {
  const holdings = new Map<string, Map<string, Holding>>();
  for (const holding of known) {
    const own = holdings.get(holding.platformId) ?? new Map<string, Holding>();
    holdings.set(holding.platformId, own.set(holding.id, holding));
  }
  return holdings;
}

type HoldingRow = Omit<Holding, 'status'>;

function holdingOf(row: HoldingRow, status: AccountStatus | undefined): Holding {
  return status ? { ...row, status } : row;
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

interface Keys {
  readonly balanceKeys: readonly statements.RowKey[];
  readonly accountKeys: readonly statements.RowKey[];
}

/** The rows that the legs refer to. A row of another platform than the journal's is not found. */
function keysIn(accounts: readonly NamedAccount[]): Keys {
  const balanceKeys = byRow<statements.RowKey>([]);
  const accountKeys = byRow<statements.RowKey>([]);
  for (const { account, journal } of accounts) {
    const key = { platformId: journal.platformId, id: account.balanceId };
    balanceKeys.set(key, key);
    if (!account.house) accountKeys.set(key, key);
  }
  return { balanceKeys: balanceKeys.values(), accountKeys: accountKeys.values() };
}
