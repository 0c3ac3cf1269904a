// Whether text can be stored: PostgreSQL does not support U+0000, and UTF-8 does not support unpaired surrogates.
import type { DescMessage } from '@bufbuild/protobuf';
import { ListValueSchema, StructSchema, ValueSchema } from '@bufbuild/protobuf/wkt';

/** Calls `report` with the path of each string, below `path`, that cannot be stored. */
export type TextWalk = (value: unknown, path: string, report: (path: string) => void) => void;

export const notStorable = 'must not contain U+0000 or an unpaired surrogate';

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Walks free-form JSON in a message. Undefined for other types. */
export function freeFormWalk(desc: DescMessage): TextWalk | undefined {
  return freeForm.has(desc.typeName) ? walk : undefined;
}

const freeForm = new Set<string>([StructSchema.typeName, ValueSchema.typeName, ListValueSchema.typeName]);

/** Keys and values, for plain JSON (a Struct) and for messages (a Value, a ListValue). */
const walk: TextWalk = (value, path, report) => {
  if (typeof value === 'string' && !isStorable(value)) report(path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, below] of Object.entries(value)) {
    const at = `${path}.${key}`;
    if (isStorable(key)) walk(below, at, report);
    else report(at);
  }
};
