// Group commit: while batches commit, the next ones gather. No timer, so that an idle ledger commits at once.

import { busy } from '../../kit/storage/outage.ts';

export interface GroupCommitOptions<Item, Outcome> {
  /** Takes many and answers in their order. */
  readonly commit: (items: Item[]) => Promise<Outcome[]>;
  /** What an item locks. Batches that are out together lock nothing in common: they would only wait for each other. */
  readonly locks: (item: Item) => readonly string[];
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly locks: readonly string[];
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Batches out at a time: while the database works on one, this process works on the other. */
const lanes = 2;
const sizeMax = 512;
/** Items that wait for a batch at most. */
const waitingMax = 5_000;

/**
 * Turns `commit` into a function that takes one item. Nobody overtakes who waits for the same lock. Of a batch that fails each item
 * is tried again alone, so that a bad one fails alone. Throws SERVICE_UNAVAILABLE when too many wait.
 */
export function groupCommit<Item, Outcome>({
  commit,
  locks,
}: GroupCommitOptions<Item, Outcome>): (item: Item) => Promise<Outcome> {
  const out = new Set<Batch<Item, Outcome>>();
  let gathering: Waiting<Item, Outcome>[] = [];
  let isPlanned = false;

  const pump = () => {
    isPlanned = false;
    const open = Array.from({ length: lanes - out.size }, () => new Batch<Item, Outcome>());
    gathering = distribute(gathering, open, out);
    for (const batch of open) if (batch.items.length > 0) void send(batch);
  };
  const plan = () => {
    if (isPlanned || gathering.length === 0 || out.size === lanes) return;
    isPlanned = true;
    setImmediate(pump); // whoever posts in the same turn comes along
  };
  const send = async (batch: Batch<Item, Outcome>) => {
    out.add(batch);
    await commitAll(commit, batch.items);
    out.delete(batch);
    plan();
  };

  return (item) => {
    if (gathering.length >= waitingMax) return Promise.reject(busy());
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    gathering.push({ item, locks: locks(item), resolve, reject });
    plan();
    return promise;
  };
}

class Batch<Item, Outcome> {
  readonly items: Waiting<Item, Outcome>[] = [];
  readonly #locked = new Set<string>();

  add(one: Waiting<Item, Outcome>): void {
    this.items.push(one);
    for (const lock of one.locks) this.#locked.add(lock);
  }

  meets({ locks }: Waiting<Item, Outcome>): boolean {
    return locks.some((lock) => this.#locked.has(lock));
  }
}

/** Puts those who wait into batches of about the same size; gives those who have to wait on. */
function distribute<Item, Outcome>(
  gathering: readonly Waiting<Item, Outcome>[],
  open: readonly Batch<Item, Outcome>[],
  out: ReadonlySet<Batch<Item, Outcome>>,
): Waiting<Item, Outcome>[] {
  const later = new Batch<Item, Outcome>();
  const closed = [...out, later];
  for (const one of gathering) {
    const isLocked = closed.some((batch) => batch.meets(one));
    const batch = isLocked ? later : (batchFor(one, open) ?? later);
    batch.add(one);
  }
  return later.items;
}

/** The one that locks the same already; else the smallest. Undefined when two do, and when there is no room. */
function batchFor<Item, Outcome>(one: Waiting<Item, Outcome>, open: readonly Batch<Item, Outcome>[]) {
  const [met, another] = open.filter((batch) => batch.meets(one));
  if (another) return undefined;
  const batch = met ?? open.reduce((least, next) => (next.items.length < least.items.length ? next : least));
  return batch.items.length < sizeMax ? batch : undefined;
}

async function commitAll<Item, Outcome>(
  commit: (items: Item[]) => Promise<Outcome[]>,
  batch: readonly Waiting<Item, Outcome>[],
): Promise<void> {
  try {
    const outcomes = await commit(batch.map(({ item }) => item));
    for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
  } catch (error) {
    if (batch.length === 1) return batch[0]?.reject(error);
    for (const one of batch) await commitAll(commit, [one]);
  }
}
