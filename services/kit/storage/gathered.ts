// Gathers what concurrent calls read or write: while batches run, the next ones collect items. There is no timer, so that an item of an
// idle process runs immediately.

import { currentDryRun } from '../core/dry-run.ts';
import { currentSpan, type Span, tracedTogether } from '../core/tracing.ts';
import { isUnreachable } from './connections.ts';
import { busy } from './outage.ts';
import type { Queryable } from './queryable.ts';

export interface Gathering<Item, Outcome> {
  /** Processes several items, in one statement or commit, and returns their results in order. */
  readonly run: (items: Item[]) => Promise<Outcome[]>;
  /** How many items this one counts as. Default: 1. */
  readonly sizeOf?: (item: Item) => number;
  /** The locks of an item. Concurrent batches have no common locks, because they would only wait for each other. Default: none. */
  readonly locks?: (item: Item) => readonly string[];
  /** Maximum of concurrent batches. Default: 2, so that this process prepares one while the database processes the other. */
  readonly lanes?: number;
  /** Items with different names are never in one batch, and each name has its own lanes: see `apartBy`. Default: all items together. */
  readonly apart?: ((item: Item) => string) | undefined;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly size: number;
  readonly locks: readonly string[];
  readonly span: Span | undefined;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

const sizeMax = 512;
/** Fewer items are not distributed to several batches: a batch costs as much as a dozen items. */
const splitMin = 32;
/** Maximum of items that wait for a batch. */
const waitingMax = 5_000;

/** Where the tables are distributed, a batch contains items of one platform. */
export function apartBy<Item>(
  { isDistributed }: Pick<Queryable, 'isDistributed'>,
  platformOf: (item: Item) => string,
): ((item: Item) => string) | undefined {
  return isDistributed ? platformOf : undefined;
}

/**
 * Turns `run` into a function for single items. Items with a common lock keep their order. If a batch fails, its items are repeated one by
 * one, so that an invalid one fails alone; if the database is unreachable, all fail. Throws SERVICE_UNAVAILABLE if too many wait.
 */
export function gathered<Item, Outcome>({ apart, ...gathering }: Gathering<Item, Outcome>): (item: Item) => Promise<Outcome> {
  if (!apart) return gatheredTogether(gathering);
  const byName = new Map<string, { readonly add: (item: Item) => Promise<Outcome>; open: number }>();
  return async (item) => {
    const name = apart(item);
    const own = byName.get(name) ?? { add: gatheredTogether(gathering), open: 0 };
    byName.set(name, own);
    own.open++;
    try {
      return await own.add(item);
    } finally {
      if (--own.open === 0) byName.delete(name);
    }
  };
}

function gatheredTogether<Item, Outcome>({
  run,
  sizeOf = () => 1,
  locks = () => [],
  lanes = 2,
}: Omit<Gathering<Item, Outcome>, 'apart'>): (item: Item) => Promise<Outcome> {
  const out = new Set<Batch<Item, Outcome>>();
  let gathering = new Batch<Item, Outcome>();
  let isPlanned = false;

  const pump = () => {
    isPlanned = false;
    const count = Math.min(lanes - out.size, Math.ceil(gathering.size / splitMin));
    const open = Array.from({ length: count }, () => new Batch<Item, Outcome>());
    gathering = distribute(gathering.items, open, out);
    for (const batch of open) if (batch.items.length > 0) void send(batch);
  };
  const plan = () => {
    if (isPlanned || gathering.size === 0 || out.size === lanes) return;
    isPlanned = true;
    setImmediate(pump); // includes items of the same event loop turn
  };
  const send = async (batch: Batch<Item, Outcome>) => {
    out.add(batch);
    await runAll(run, batch.items);
    out.delete(batch);
    plan();
  };

  return async (item) => {
    if (currentDryRun()) return runAlone(run, item);
    if (gathering.size >= waitingMax) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    gathering.add({ item, size: sizeOf(item), locks: locks(item), span: currentSpan(), resolve, reject });
    plan();
    return promise;
  };
}

/** A dry run has transactions of its own, which no other call takes part in. */
async function runAlone<Item, Outcome>(run: Gathering<Item, Outcome>['run'], item: Item): Promise<Outcome> {
  const [outcome] = await run([item]);
  return outcome as Outcome; // one per item
}

export interface RowReads<Key, Row extends Key> {
  /** Reads the rows of these keys that exist, in any order. */
  readonly read: (keys: readonly Key[]) => Promise<readonly Row[]>;
  /** The same for a key and its row. Contains the platform, so that no caller gets a row of another one. */
  readonly nameOf: (key: Key) => string;
  /** As for `gathered`. */
  readonly apart?: ((key: Key) => string) | undefined;
}

/** Turns a read of several rows into a read of one. */
export function gatheredReads<Key, Row extends Key>({
  read,
  nameOf,
  apart,
}: RowReads<Key, Row>): (key: Key) => Promise<Row | undefined> {
  return gathered({
    lanes: 1, // larger batches cost less per item
    apart,
    run: async (keys: Key[]) => {
      const rows = new Map((await read(keys)).map((row) => [nameOf(row), row]));
      return keys.map((key) => rows.get(nameOf(key)));
    },
  });
}

class Batch<Item, Outcome> {
  readonly items: Waiting<Item, Outcome>[] = [];
  size = 0;
  readonly #locked = new Set<string>();

  add(one: Waiting<Item, Outcome>): void {
    this.items.push(one);
    this.size += one.size;
    for (const lock of one.locks) this.#locked.add(lock);
  }

  meets({ locks }: Waiting<Item, Outcome>): boolean {
    return locks.some((lock) => this.#locked.has(lock));
  }
}

/** Distributes waiting items to batches of similar size. Returns a batch of those that must wait. */
function distribute<Item, Outcome>(
  gathering: readonly Waiting<Item, Outcome>[],
  open: readonly Batch<Item, Outcome>[],
  out: ReadonlySet<Batch<Item, Outcome>>,
): Batch<Item, Outcome> {
  const later = new Batch<Item, Outcome>();
  const closed = [...out, later];
  for (const one of gathering) {
    const isLocked = closed.some((batch) => batch.meets(one));
    const batch = isLocked ? later : (batchFor(one, open) ?? later);
    batch.add(one);
  }
  return later;
}

/** The batch that has the same locks, otherwise the smallest. Undefined if two have them, or all are full. */
function batchFor<Item, Outcome>(one: Waiting<Item, Outcome>, open: readonly Batch<Item, Outcome>[]) {
  const [met, another] = open.filter((batch) => batch.meets(one));
  if (another) return undefined;
  const batch = met ?? open.reduce((least, next) => (next.size < least.size ? next : least));
  return batch.size < sizeMax ? batch : undefined;
}

async function runAll<Item, Outcome>(
  run: (items: Item[]) => Promise<Outcome[]>,
  batch: readonly Waiting<Item, Outcome>[],
): Promise<void> {
  try {
    const spans = batch.map(({ span }) => span);
    const outcomes = await tracedTogether(spans, 'gathered', () => run(batch.map(({ item }) => item)));
    for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
  } catch (error) {
    if (batch.length === 1 || isUnreachable(error)) return batch.forEach(({ reject }) => reject(error));
    for (const one of batch) await runAll(run, [one]);
  }
}
