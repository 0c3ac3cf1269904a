// Knows whether the running code is inside an open transaction, so that no RPC is made while rows are locked.
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs work that holds a transaction open. What it leaves running afterwards is outside again. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark = { isOpen: true };
  try {
    return await current.run(mark, work);
  } finally {
    mark.isOpen = false;
  }
}

/** Read once: the environment is slow to ask. */
const isProduction = process.env.NODE_ENV === 'production';

/** Called by every client before an RPC. Throws in development and in tests, where such a mistake is to be found. */
export function assertNoTransaction(): void {
  if (isProduction || !current.getStore()?.isOpen) return;
  throw new Error('An RPC was called inside an open transaction. Commit the intent, call the RPC, then write the outcome.');
}
