// Part of a compiled message: what of its JSON object it reads and writes.
import type { FieldProblems } from './problems.ts';

export type JsonRecord = Record<string, unknown>;
export type MessageRecord = Record<string, unknown>;

/** Part of a message that stands under keys of its own in the JSON object. */
export interface Slot {
  readonly keys: readonly string[];
  /** The keys that `write` may set for this message. */
  shapeOf(message: MessageRecord): readonly string[];
  write(message: MessageRecord, json: JsonRecord): void;
  read(json: JsonRecord, message: MessageRecord, problems: FieldProblems): void;
}

/** A slot whose value may stand in a plain oneof. */
export interface FieldSlot extends Slot {
  /** The JSON of a value; undefined when it has none. */
  toJson(value: unknown): unknown;
  /** The value under the slot's key; undefined when absent, null or refused. */
  take(json: JsonRecord, problems: FieldProblems): unknown;
}
