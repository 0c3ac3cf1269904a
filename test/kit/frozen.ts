// Freezes what is sent: a method never changes its request.

/** The same value, frozen all the way down. Bytes cannot be frozen and stay as they are. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}
