// Merges a message property by property: what is set in the change wins, what is not stays.
import type { Message } from '@bufbuild/protobuf';

/** Messages within are merged in the same way. Without a change the same message comes back. */
export function mergeSet<M extends Message>(before: M | undefined, change: M | undefined): M | undefined {
  if (!before || !change) return change ?? before;
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) continue;
    merged[name] = isMessage(value) ? mergeSet(merged[name] as Message | undefined, value) : value;
  }
  return merged as M;
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && '$typeName' in value;
}
