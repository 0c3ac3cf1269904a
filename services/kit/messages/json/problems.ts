// What is wrong with a body, gathered while it is read, each problem at its path; and which keys were present.
import type { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';

/** One invalid field as `details.errors` carries it (payments.common.v1.FieldError). */
export type FieldError = { field: string; constraint?: FieldConstraint; message: string };

/** A hint for machines about the rule that a field broke (payments.common.v1.FieldConstraint). */
export type FieldConstraint = { format?: string; pattern?: string; enum?: string[]; minLength?: number; maxLength?: number };

export const problemsMax = 100;
const depthMax = 32;
/** Of the lists and maps of one request. */
export const elementsMax = 2_000;

/** Collects the problems of one request. The reader of a body enters and leaves keys, so that a problem knows its path. */
export class FieldProblems {
  readonly errors: FieldError[] = [];
  /** Set to learn which fields a body names: only updates ask. */
  presence: Presence | undefined;
  /** Whether null is absent, where it stands for what is not required: so below a field whose rule says so. */
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

  /** Notes a problem where the reader stands. Beyond a hundred they are no longer kept. `code` replaces INVALID_INPUT. */
  refuse(message: string, constraint?: FieldConstraint, code?: ErrorCode): undefined {
    this.#codes.add(code);
    if (this.errors.length >= problemsMax) return;
    const field = this.#path.join('.');
    this.errors.push(constraint ? { field, constraint, message } : { field, message });
  }

  /** Notes a problem at a key below. */
  refuseAt(key: string | number, message: string): undefined {
    this.enter(key);
    this.refuse(message);
    this.leave();
  }

  /** The code that every problem asks for, or undefined when they differ or ask for none. */
  get code(): ErrorCode | undefined {
    return this.#codes.size === 1 ? [...this.#codes][0] : undefined;
  }

  /** False, with a problem noted, when the body is nested too deeply to read on. */
  isDeepEnough(below = 0): boolean {
    if (this.#path.length + below <= depthMax) return true;
    this.refuse('is nested too deeply');
    return false;
  }

  /** False, with a problem noted, when the lists and maps of the body hold too many elements in all. */
  mayHold(count: number): boolean {
    this.#elements += count;
    if (this.#elements <= elementsMax) return true;
    this.refuse('has too many elements');
    return false;
  }
}

/** The fields that a body names, as paths of a field mask: leaves only, lists and maps whole. */
export class Presence {
  readonly paths: string[] = [];
  #prefix = '';

  note(name: string): void {
    this.paths.push(this.#prefix + name);
  }

  /** Runs `read` with `name` before every path that it notes. */
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
