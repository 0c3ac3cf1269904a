// Books a batch of journals: by one statement if its balances were seen before, otherwise by two sets of pipelined statements in one transaction,
// with the decision in memory between them.
import type { PoolClient, QueryResult } from 'pg';
import { currentDryRun } from '../../kit/core/dry-run.ts';
import type { Ids } from '../../kit/core/ids.ts';
import { codeOf } from '../../kit/storage/connections.ts';
import { type BalanceEvents, balanceEvents } from '../balance-event.ts';
import { alternativeWith, type JournalRequest } from '../domain/journal.ts';
import { type Decision, decideAll, type Holding, type Holdings } from '../domain/ledger.ts';
import { debtRepaidBy } from '../domain/platform-debt.ts';
import { type ByRow, byRow } from './by-row.ts';
import { type Connect, landed, repeatedly, type SharedClient, sharedClient, withClient } from './flight.ts';
import { type KnownAccount, KnownAccounts } from './known-accounts.ts';
import * as statements from './ledger-statements.ts';
import { LockedBalances } from './locked-balances.ts';
import { accountsIn, type NamedAccount, OpenHouseAccounts } from './open-houses.ts';
import { placedStatements } from './placed-statements.ts';
import { type Plan, type PostItem, plan } from './planned-writes.ts';
import { DebtsNotLocked, debtsRepaidIn, expectLocked } from './repaid-debts.ts';
import { type SeenBalance, SeenBalances } from './seen-balances.ts';
import { bookIfUnchanged } from './unchanged-posts.ts';

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
  /** Whether the tables are distributed. Then the items of a batch are of one platform. */
  readonly isDistributed: boolean;
  readonly ids: Ids;
}

export function postBatch({ connect, isDistributed, ids }: PostBatchOptions): PostBatch {
  const booker: Booker = {
    connect,
    isDistributed,
    forms: isDistributed ? placedStatements : statements.batchStatements,
    inOrder: sharedClient(connect),
    locked: new LockedBalances(),
    open: new OpenHouseAccounts(),
    seen: new SeenBalances(),
    knownAccounts: new KnownAccounts(),
    events: balanceEvents(ids),
  };
  return {
    book: (items) => repeatedly(() => bookOnce(booker, items)),
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
  readonly connect: Connect;
  readonly isDistributed: boolean;
  readonly forms: statements.BatchStatements;
  readonly inOrder: SharedClient;
  readonly locked: LockedBalances;
  readonly open: OpenHouseAccounts;
  readonly seen: SeenBalances;
  readonly knownAccounts: KnownAccounts;
  readonly events: BalanceEvents;
}

/** What a dry run has changed was not seen, and must not be. Distributed tables would run the one statement in parts. */
async function bookOnce(booker: Booker, items: readonly PostItem[]): Promise<Outcomes> {
  const isLocking = booker.isDistributed || currentDryRun();
  const { booked, others } = isLocking ? { booked: new Map(), others: items } : await bookSeen(booker, items);
  if (others.length === 0) return booked;
  const debts = debtsRepaidIn(others, (key) => booker.knownAccounts.recall(key));
  return new Map([...booked, ...(await bookOthers(booker, others, debts))]);
}

/** Platforms have few accounts: a batch is repeated only when the process meets one of them for the first time. */
async function bookOthers(booker: Booker, items: readonly PostItem[], debts: readonly NamedAccount[]): Promise<Outcomes> {
  const named = [...accountsIn(items), ...debts];
  const work = () => withClient(booker.connect, (client) => bookLocked({ ...booker, client, named }, items));
  try {
    return await booker.locked.during(byRow(keysIn(named).balanceKeys), work);
  } catch (error) {
    if (!(error instanceof DebtsNotLocked)) throw error;
    return bookOthers(booker, items, [...debts, ...error.debts]);
  }
}

interface Booked {
  readonly booked: Outcomes;
  /** The posts that were not decided. */
  readonly others: readonly PostItem[];
}

/**
 * Decides the posts whose balances were seen, and writes them in one round trip. The next batch can be decided on what this one will leave, and
 * sent after it on the same connection: if this one writes nothing, then neither does the next one.
 */
async function bookSeen({ inOrder, locked, seen, events }: Booker, items: readonly PostItem[]): Promise<Booked> {
  await locked.released(() => keysIn(accountsIn(items)).balanceKeys);
  return inOrder(async (client) => {
    const { sure, relied, others } = seen.sort(items);
    if (sure.length === 0) return { booked: new Map(), others };
    const { decisions, holdings, statement } = decideSeen(sure, relied, events);
    let isBooked = false;
    seen.expect(relied, holdings);
    try {
      isBooked = await wasBooked(client.query(statement));
    } finally {
      if (isBooked) seen.confirm(relied, holdings);
      else seen.restore(relied);
    }
    if (!isBooked) return { booked: new Map(), others: items };
    return { booked: new Map(sure.map((item, index) => [item, decisions[index]])), others };
  });
}

/** The decisions, the balances after them, and the statement that books them. */
function decideSeen(sure: readonly PostItem[], relied: readonly SeenBalance[], events: BalanceEvents) {
  const balances = relied.map(({ holding }) => holding);
  const holdings = holdingsOf(balances);
  const decisions = decideAll(
    sure.map(({ journal }) => journal),
    holdings,
  );
  const accounts = byRow(relied.flatMap(({ account }) => account ?? []));
  const booked = plan({ won: sure, decisions, accounts, events });
  const statement = bookIfUnchanged({ claims: sure, decisions, balances, accounts: accounts.values(), booked });
  return { decisions, holdings, statement };
}

async function wasBooked(sent: Promise<QueryResult>): Promise<boolean> {
  try {
    return (await sent).rowCount === 1;
  } catch (error) {
    if (codeOf(error) === uniqueViolation) return false; // another process has claimed a key at the same time
    throw error;
  }
}

const uniqueViolation = '23505';

interface LockingBooker extends Booker {
  readonly client: PoolClient;
  readonly named: readonly NamedAccount[];
}

async function bookLocked(
  { client, forms, named, open, seen, knownAccounts, events }: LockingBooker,
  items: readonly PostItem[],
): Promise<Outcomes> {
  const houseAccounts = open.missing(named);
  const keys = keysIn(named);
  const { claimed, known, accounts } = await claimAndLock(client, items, { ...keys, forms, houseAccounts, knownAccounts });
  const holdings = holdingsOf(known.map(({ holding }) => holding));
  expectLocked(
    debtsRepaidIn(items, (key) => accounts.get(key)),
    byRow(keys.balanceKeys),
  );
  const won = items.filter(({ journal }) => claimed.has(journal.id));
  const decisions = decideAll(
    won.map(({ journal }) => journal),
    holdings,
  );
  await write(client, forms, plan({ won, decisions, accounts, events }));
  if (!currentDryRun()) open.add(houseAccounts); // otherwise they are rolled back
  noteAll(seen, known, holdings);
  const decided = new Map(won.map((item, index) => [item, decisions[index]]));
  return new Map(items.map((item) => [item, decided.get(item)]));
}

/** After the commit: the balances that were found, and those that were written. Those of a dry run are rolled back. */
function noteAll(seen: SeenBalances, known: readonly SeenBalance[], holdings: Holdings): void {
  if (currentDryRun()) return;
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
  readonly forms: statements.BatchStatements;
  readonly houseAccounts: readonly statements.NewHouse[];
  readonly knownAccounts: KnownAccounts;
}

/** The first set. */
async function claimAndLock(
  client: PoolClient,
  items: readonly PostItem[],
  { forms, balanceKeys, accountKeys, houseAccounts, knownAccounts }: Needed,
): Promise<Locked> {
  const keepPlace = forms.keepPlace(items[0]?.journal.platformId ?? '');
  const [, , , balances, claimed, accounts] = await landed([
    client.query(statements.begin),
    keepPlace && client.query(keepPlace),
    houseAccounts.length > 0 ? client.query(forms.openHouseAccounts(houseAccounts)) : undefined,
    client.query<HoldingRow>(statements.lockBalances(balanceKeys)),
    client.query<{ id: string }>(forms.claimKeys(items)),
    knownAccounts.read(client, accountKeys),
  ]);
  const known = balances.rows.map((row) => {
    const account = accounts.get(row);
    return { holding: holdingOf(row, account), account };
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

type HoldingRow = Omit<Holding, 'status' | 'debt'>;

function holdingOf(row: HoldingRow, account: KnownAccount | undefined): Holding {
  if (!account) return row;
  const { status } = account;
  const debt = debtRepaidBy(account);
  return debt ? { ...row, status, debt } : { ...row, status };
}

/** The second set. Its writes are final when the commit returns. */
async function write(client: PoolClient, forms: statements.BatchStatements, { refused, ...booked }: Plan): Promise<void> {
  const sent = [
    ...(refused.length > 0 ? [forms.dropClaims(refused)] : []),
    ...(booked.changes.length > 0 ? forms.writeBooked(booked) : []),
    statements.commit,
  ];
  const committed = (await landed<QueryResult[]>(sent.map((statement) => client.query(statement)))).at(-1);
  if (committed?.command !== 'COMMIT') throw new Error('The ledger asked for a commit and the database rolled back.');
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
