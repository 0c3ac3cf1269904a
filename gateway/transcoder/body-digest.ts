// The digest of a JSON value, to compare bodies without storing them.
import { createHash } from 'node:crypto';

/** Equal for equal values, whatever their spacing and the order of their keys. */
export function digestOf(json: unknown): string {
  return createHash('sha256').update(canonical(json)).digest('base64');
}

function canonical(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(canonical).join()}]`;
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  const members = Object.entries(json).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`).join()}}`;
}
