// The REST JSON of a message. proto3 JSON differs: see docs/architecture.md, "REST mapping".
import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import { type FieldProblems, MappingMistake } from './problems.ts';
import type { JsonRecord, MessageRecord, Slot } from './slot.ts';
import { isObject } from './well-known.ts';

export type CodecOf = (desc: DescMessage) => Codec;

export class Codec {
  readonly desc: DescMessage;
  /** The JSON keys of the message, including those of its unions' members. */
  keys: readonly string[] = [];
  #keySet: ReadonlySet<string> = new Set();
  readonly #slots: Slot[] = [];
  readonly #oneofs: string[] = [];
  readonly #blanks = new Map<string, JsonRecord>();

  constructor(desc: DescMessage) {
    this.desc = desc;
  }

  /** An empty message. */
  blank(): MessageRecord {
    return create(this.desc) as Message & MessageRecord;
  }

  /** Returns a plain object for `JSON.stringify`; absent keys may be undefined. The message must be complete, as returned by `create`. */
  encode(message: object): JsonRecord {
    const record = message as MessageRecord;
    const json = { ...this.#blankJson(record) };
    this.writeInto(record, json);
    return json;
  }

  /** Decodes parsed JSON. Invalid fields are reported to `problems` and omitted from the message. */
  decode(json: unknown, problems: FieldProblems): MessageRecord | undefined {
    if (!isObject(json)) return problems.refuse('must be an object');
    if (!problems.isDeepEnough()) return undefined;
    const message = this.blank();
    this.readInto(json, message, problems);
    for (const key of Object.keys(json)) if (!this.#keySet.has(key)) problems.noteUnknown(key, this.keys);
    return message;
  }

  /** The keys that the message may have, depending on its oneofs. */
  shapeOf(message: MessageRecord): string[] {
    return this.#slots.flatMap((slot) => slot.shapeOf(message));
  }

  /** Writes the keys of the message into an object that may have others. Used for flat unions. */
  writeInto(message: MessageRecord, json: JsonRecord): void {
    for (const slot of this.#slots) slot.write(message, json);
  }

  /** Reads the keys of the message from an object that may have others. */
  readInto(json: JsonRecord, message: MessageRecord, problems: FieldProblems): void {
    for (const slot of this.#slots) slot.read(json, message, problems);
  }

  /**
   * Creates all keys of the object, each undefined. An object that grows key by key becomes a dictionary in V8 and is stringified at a
   * third of the speed; a copy of this one keeps its layout.
   */
  #blankJson(message: MessageRecord): JsonRecord {
    let cases = '';
    for (const name of this.#oneofs) cases += `${(message[name] as { case?: string }).case} `;
    const known = this.#blanks.get(cases);
    if (known) return known;
    const keys = this.shapeOf(message);
    const blank = JSON.parse(JSON.stringify(Object.fromEntries(keys.map((key) => [key, null])))) as JsonRecord;
    for (const key of keys) blank[key] = undefined;
    this.#blanks.set(cases, blank);
    return blank;
  }

  /** Sets the slots, and the names of the oneofs among them. Called once by the compiler. */
  fill(slots: readonly Slot[], oneofs: readonly string[]): void {
    this.#slots.push(...slots);
    this.#oneofs.push(...oneofs);
    this.keys = slots.flatMap((slot) => slot.keys);
    this.#keySet = new Set(this.keys);
    const twin = this.keys.find((key, index) => this.keys.indexOf(key) !== index);
    if (twin !== undefined) throw new MappingMistake(`${this.desc.typeName} maps the JSON key '${twin}' twice.`);
  }
}
