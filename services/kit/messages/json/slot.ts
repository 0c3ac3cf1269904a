// Part of a compiled message: the keys of the JSON object that it reads and writes.
import type { FieldProblems } from './problems.ts';

export type JsonRecord = Record<string, unknown>;
export type MessageRecord = Record<string, unknown>;

/** Part of a message with its own keys in the JSON object. */
export interface Slot {
  readonly keys: readonly string[];
  /** The keys that `write` may set for this message. */
  shapeOf(message: MessageRecord): readonly string[];
  write(message: MessageRecord, json: JsonRecord): void;
  read(json: JsonRecord, message: MessageRecord, problems: FieldProblems): void;
}

/** A slot whose value may be in a plain oneof. */
export interface FieldSlot extends Slot {
  /** The JSON of a value. Undefined if it has none. */
  toJson(value: unknown): unknown;
  /** The value at the slot's key. Undefined if absent, null or refused. */
  take(json: JsonRecord, problems: FieldProblems): unknown;
}
