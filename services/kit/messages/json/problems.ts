// Collects the errors of a body while it is read, with their paths, and the keys that were present.
import type { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';

/** An invalid field, as in `details.errors` (payments.common.v1.FieldError). */
export type FieldError = { field: string; constraint?: FieldConstraint; message: string };

/** The violated rule, for programs (payments.common.v1.FieldConstraint). */
export type FieldConstraint = { format?: string; pattern?: string; enum?: string[]; minLength?: number; maxLength?: number };

/** A key that the message does not have. It is ignored. */
export interface UnknownField {
  /** Its path. */
  readonly field: string;
  readonly key: string;
  /** The keys that it could have been. */
  readonly known: readonly string[];
}

export const problemsMax = 100;
const unknownMax = 20;
const depthMax = 32;
/** In all lists and maps of one request. */
export const elementsMax = 2_000;

/** Collects the errors of one request. The reader enters and leaves keys, so that an error knows its path. */
export class FieldProblems {
  readonly errors: FieldError[] = [];
  /** The first unknown keys. */
  readonly unknown: UnknownField[] = [];
  /** Set to record which fields a body contains. Only for updates. */
  presence: Presence | undefined;
  /** Whether null means absent for optional fields: below a field with that rule. */
  nullIsAbsent = false;
  readonly #path: (string | number)[] = [];
  readonly #codes = new Set<ErrorCode | undefined>();
  #elements = 0;

  enter(key: string | number): void {
    this.#path.push(key);
  }

  leave(): void {
    this.#path.pop();
  }

  /** Reports an error at the current path. At most a hundred are stored. `code` replaces INVALID_INPUT. */
  refuse(message: string, constraint?: FieldConstraint, code?: ErrorCode): undefined {
    this.#codes.add(code);
    if (this.isFull) return;
    const field = this.#path.join('.');
    this.errors.push(constraint ? { field, constraint, message } : { field, message });
  }

  /** Whether no further error is stored. */
  get isFull(): boolean {
    return this.errors.length >= problemsMax;
  }

  /** Reports an error at a nested key. */
  refuseAt(key: string | number, message: string): undefined {
    this.enter(key);
    this.refuse(message);
    this.leave();
  }

  /** The error code that all problems share, or undefined. */
  get code(): ErrorCode | undefined {
    return this.#codes.size === 1 ? [...this.#codes][0] : undefined;
  }

  /** Reports an error at a path. */
  refuseField(field: string, message: string): void {
    this.#codes.add(undefined);
    if (!this.isFull) this.errors.push({ field, message });
  }

  /** Notes a key at the current path that the message does not have. */
  noteUnknown(key: string, known: readonly string[]): void {
    if (this.unknown.length < unknownMax) this.unknown.push({ field: [...this.#path, key].join('.'), key, known });
  }

  /** Returns false and reports an error if the body is nested too deeply. */
  isDeepEnough(below = 0): boolean {
    if (this.#path.length + below <= depthMax) return true;
    this.refuse('is nested too deeply');
    return false;
  }

  /** Returns false and reports an error if the lists and maps of the body have too many elements in total. */
  mayHold(count: number): boolean {
    this.#elements += count;
    if (this.#elements <= elementsMax) return true;
    this.refuse('has too many elements');
    return false;
  }
}

/** The fields that a body contains, as paths of a field mask: leaves only, with lists and maps as a whole. */
export class Presence {
  readonly paths: string[] = [];
  #prefix = '';

  note(name: string): void {
    this.paths.push(this.#prefix + name);
  }

  /** Runs `read` with `name` in front of every path that it records. */
  below<T>(name: string, read: () => T): T {
    const outer = this.#prefix;
    this.#prefix = `${outer}${name}.`;
    const result = read();
    this.#prefix = outer;
    return result;
  }
}

/** A mistake in the protos, found at start. The process must not run with it. */
export class MappingMistake extends Error {
  override readonly name = 'MappingMistake';
}
