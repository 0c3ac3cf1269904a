// Dry runs: calls that take their whole path and leave nothing behind. Running code knows its dry run by its asynchronous context.
import { AsyncLocalStorage } from 'node:async_hooks';

/** What takes part in a dry run: the transaction of a database, or another process. */
export interface DryPart {
  /** Undoes its effects. Returns what it could not do without a lasting effect, if anything: `submit a payout`. */
  end(): Promise<string | undefined>;
}

export class DryRun {
  /** The same in all processes. */
  readonly id: string;
  readonly #parts = new Map<unknown, DryPart>();
  #isOver = false;
  #skipped: string | undefined;

  constructor(id: string) {
    this.id = id;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The part of an owner, which begins with its first use. */
  part<Part extends DryPart>(owner: unknown, begin: () => Part): Part {
    if (this.#isOver) throw new Error('Work of a dry run continues after its end.');
    const part = (this.#parts.get(owner) as Part | undefined) ?? begin(); // an owner always begins the same kind
    this.#parts.set(owner, part);
    return part;
  }

  has(owner: unknown): boolean {
    return this.#parts.has(owner);
  }

  /** Notes an effect that a dry run cannot have. */
  skip(effect: string): void {
    this.#skipped ??= effect;
  }

  /** Undoes everything. Returns the first effect that it could not have, if any. */
  async end(): Promise<string | undefined> {
    this.#isOver = true;
    const ends = [...this.#parts.values()].map((part) => part.end());
    await Promise.allSettled(ends);
    const skipped = await Promise.all(ends);
    return this.#skipped ?? skipped.find((effect) => effect !== undefined);
  }
}

const active = new AsyncLocalStorage<DryRun | undefined>();

/** The dry run of the running code. */
export const currentDryRun = (): DryRun | undefined => active.getStore();

/** Runs work as part of a dry run, or as part of none. */
export const insideDryRun = <T>(dryRun: DryRun | undefined, work: () => T): T => active.run(dryRun, work);
