// Tracks whether the running code is inside an open transaction, so that no RPC is called while rows are locked.
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs work inside a transaction. Work that it leaves running afterwards counts as outside. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark = { isOpen: true };
  try {
    return await current.run(mark, work);
  } finally {
    mark.isOpen = false;
  }
}

/** Whether the running code is inside an open transaction. */
export const isInsideTransaction = (): boolean => current.getStore()?.isOpen ?? false;

/** Read once, because access to the environment is slow. */
const isProduction = process.env.NODE_ENV === 'production';

/** Called by every client before an RPC. Throws in development and tests only. */
export function assertNoTransaction(): void {
  if (isProduction || !isInsideTransaction()) return;
  throw new Error('An RPC was called inside an open transaction. Commit the intent, call the RPC, then write the outcome.');
}
