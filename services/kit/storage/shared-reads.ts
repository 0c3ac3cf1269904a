// Reads that concurrent calls share.
import { setImmediate as nextTurn } from 'node:timers/promises';

interface Turn<T> {
  readonly now: Promise<T>;
  hasBegun: boolean;
  next?: Promise<T>;
}

/**
 * Reads of the same key that are requested in one turn of the event loop are one read. Those that arrive while it runs wait for the next one
 * together. No caller gets a result that was read before the call.
 */
export function sharedReads<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, Turn<T>>();
  const start = (key: string, read: () => Promise<T>): Promise<T> => {
    const begin = () => {
      turn.hasBegun = true;
      return read();
    };
    const turn: Turn<T> = { now: nextTurn().then(begin), hasBegun: false };
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
    if (!turn.hasBegun) return turn.now;
    const follow = () => start(key, read);
    turn.next ??= turn.now.then(follow, follow);
    return turn.next;
  };
}
