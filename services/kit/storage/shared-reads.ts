// Reads that concurrent calls share.

interface Turn<T> {
  readonly now: Promise<T>;
  next?: Promise<T>;
}

/**
 * Reads of the same key that arrive while one runs wait for the next one together. No caller gets a result that was read before the call, and
 * an idle reader reads immediately.
 */
export function sharedReads<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, Turn<T>>();
  const start = (key: string, read: () => Promise<T>): Promise<T> => {
    const turn: Turn<T> = { now: read() };
    turns.set(key, turn);
    const end = () => {
      if (!turn.next) turns.delete(key);
    };
    turn.now.then(end, end);
    return turn.now;
  };
  return (key, read) => {
    const turn = turns.get(key);
    if (!turn) return start(key, read);
    const follow = () => start(key, read);
    turn.next ??= turn.now.then(follow, follow);
    return turn.next;
  };
}
