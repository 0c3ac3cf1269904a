// What the request log shows of a body: without secrets, and with shortened values.
import type { DescMessage, JsonObject, JsonValue } from '@bufbuild/protobuf';

/** The JSON names of the fields that may appear in a message and are marked `debug_redact`. */
export function secretsIn(message: DescMessage, seen = new Set<DescMessage>()): string[] {
  if (seen.has(message)) return [];
  seen.add(message);
  return message.fields.flatMap((field) => {
    if (field.proto.options?.debugRedact) return [field.jsonName];
    return field.message ? secretsIn(field.message, seen) : [];
  });
}

export const masked = '***';

/** Undefined if the body is no object: parsed JSON, or JSON to write. Secrets are recognized by their name anywhere in the body, in any spelling. */
export function shownBody(body: unknown, secrets: readonly string[]): JsonObject | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const hidden = new Set(secrets.map(spelled));
  let left = charactersMax;

  const shown = (value: unknown): JsonValue => {
    if (Array.isArray(value)) return listOf(value);
    if (isRawJSON(value)) return Number(value.rawJSON);
    if (typeof value === 'object' && value !== null) return objectOf(value);
    const leaf = typeof value === 'string' && value.length > textMax ? `${value.slice(0, textMax)}…` : (value as JsonValue);
    left -= String(leaf).length;
    return leaf;
  };
  const listOf = (list: readonly unknown[]): JsonValue => {
    const kept = list.slice(0, entriesMax).filter(() => left > 0);
    const values = kept.map(shown);
    return kept.length === list.length ? values : [...values, `… ${list.length - kept.length} more`];
  };
  const objectOf = (object: object): JsonObject => {
    const made: JsonObject = {};
    for (const [key, value] of Object.entries(object)) {
      if (value === undefined) continue;
      if (left <= 0) return { ...made, '…': 'shortened' };
      const name = key.slice(0, keyMax);
      left -= name.length;
      Object.defineProperty(made, name, { value: hidden.has(spelled(key)) ? masked : shown(value), ...plain });
    }
    return made;
  };
  return objectOf(body);
}

/** Supported by Node.js, but not yet by the TypeScript types. */
const { isRawJSON } = JSON as JSON & { isRawJSON(value: unknown): value is { readonly rawJSON: string } };

/** A defined property cannot reach the prototype, whatever its name. */
const plain = { enumerable: true, configurable: true, writable: true };

const charactersMax = 8_192;
const textMax = 512;
const keyMax = 100;
const entriesMax = 20;

/** `client_secret`, `clientSecret` and `Client-Secret` are the same. */
const spelled = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
