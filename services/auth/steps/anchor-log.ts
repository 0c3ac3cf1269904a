// Writes the last entry of the operators' log to places outside the database, so that entries cannot be changed or removed unnoticed.
import type { AuthContext } from '../context.ts';

/** Each process writes each last entry that it sees once. */
export async function anchorLog({ store, anchors, anchored, wall }: AuthContext): Promise<void> {
  const head = await store.operatorLog.head();
  if (head.sequence <= anchored.sequence) return;
  await anchors.put(head, wall.now());
  anchored.sequence = head.sequence;
}
