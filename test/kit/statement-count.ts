// Counts the statements of a call: those that run in its asynchronous context, not those of background work.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';
import { onTestFinished, vi } from 'vitest';

export interface StatementCount {
  readonly texts: string[];
  /** Commits that write. */
  commits: number;
}

const counting = new AsyncLocalStorage<StatementCount>();
const isWrite = /\b(insert into|update|delete from)\b/i;

/** Counts until the test ends. */
export function countStatements(): <T>(
  work: () => Promise<T>,
) => Promise<{ readonly result: T; readonly count: StatementCount }> {
  const query = Client.prototype.query as (...given: unknown[]) => unknown;
  const open = new WeakMap<object, { isWriting: boolean }>();
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const [statement] = given as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    const count = counting.getStore();
    if (count) note(count, text, { client: this, open });
    return query.apply(this, given);
  } as never);
  onTestFinished(() => spy.mockRestore());
  return async (work) => {
    const count: StatementCount = { texts: [], commits: 0 };
    return { result: await counting.run(count, work), count };
  };
}

interface Transactions {
  readonly client: object;
  readonly open: WeakMap<object, { isWriting: boolean }>;
}

function note(count: StatementCount, text: string, { client, open }: Transactions): void {
  count.texts.push(text);
  const transaction = open.get(client);
  if (text === 'begin') open.set(client, { isWriting: false });
  else if (text === 'commit' || text === 'rollback') {
    if (transaction?.isWriting && text === 'commit') count.commits += 1;
    open.delete(client);
  } else if (isWrite.test(text)) {
    if (transaction) transaction.isWriting = true;
    else count.commits += 1;
  }
}
