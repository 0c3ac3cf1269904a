// Group commit: while one batch commits, the next one gathers. No timer, so that an idle ledger commits at once.

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

const sizeMax = 512;

/**
 * Turns `commit`, which takes many and answers in their order, into a function that takes one. One batch is out at a time: more of
 * them would only wait for each other's locks. Of a batch that fails each item is tried again alone, so that a bad one fails alone.
 */
export function groupCommit<Item, Outcome>(commit: (items: Item[]) => Promise<Outcome[]>): (item: Item) => Promise<Outcome> {
  let gathering: Waiting<Item, Outcome>[] = [];
  let isOut = false;

  const pump = async () => {
    while (gathering.length > 0) {
      const batch = gathering.slice(0, sizeMax);
      gathering = gathering.slice(sizeMax);
      await commitBatch(commit, batch);
    }
    isOut = false;
  };

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    gathering.push({ item, resolve, reject });
    if (!isOut) {
      isOut = true;
      setImmediate(pump); // whoever posts in the same turn comes along
    }
    return promise;
  };
}

async function commitBatch<Item, Outcome>(
  commit: (items: Item[]) => Promise<Outcome[]>,
  batch: readonly Waiting<Item, Outcome>[],
): Promise<void> {
  try {
    const outcomes = await commit(batch.map(({ item }) => item));
    for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
  } catch (error) {
    if (batch.length === 1) return batch[0]?.reject(error);
    for (const one of batch) await commitBatch(commit, [one]);
  }
}
