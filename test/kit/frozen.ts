// Freezes requests: a method never changes its request.

/** The same value, deeply frozen. Bytes cannot be frozen, and stay mutable. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}
