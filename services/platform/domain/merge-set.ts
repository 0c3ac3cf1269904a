// Merges settings property by property: what is set in the change wins, what is not stays.

/** Objects within are merged in the same way, lists are replaced. Without a change the same object comes back. */
export function mergeSet<Settings extends object>(
  before: Settings | undefined,
  change: Settings | undefined,
): Settings | undefined {
  if (!before || !change) return change ?? before;
  const merged = new Map<string, unknown>(Object.entries(before));
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) continue;
    merged.set(name, isGroup(value) ? mergeSet(merged.get(name) as object | undefined, value) : value);
  }
  return Object.fromEntries(merged) as Settings;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
