// Which processes are alive, as shown by their advisory locks. The lease of a dead process is free before it expires.

/** Information about holders of leases. */
export interface Life {
  /** Identifies this process in its leases. */
  readonly holder: number;
  /** Holders that died recently. */
  dead(): number[];
  /** Whether this holder is dead. The first query for an unknown holder makes the record watch it. */
  isDead(holder: number): boolean;
}

/** The time for a live process to reconnect after its connection broke. */
const graceMs = 1_500;
/** Longer than any lease, so that all leases of a dead holder have expired. */
const keptMs = 180_000;

/** Times are milliseconds of the machine's monotonic clock. */
export class LifeRecord implements Life {
  readonly holder: number;
  readonly #now: () => number;
  readonly #missingSince = new Map<number, number>();
  #alive: ReadonlySet<number> = new Set();
  #lookedAt = -Infinity;

  constructor(holder: number, now = () => performance.now()) {
    this.holder = holder;
    this.#now = now;
  }

  /** Records the current holders of locks. Returns whether a holder was found dead. */
  see(holders: readonly number[]): boolean {
    const before = this.dead().length;
    const now = this.#now();
    const alive = new Set(holders);
    for (const holder of this.#alive) if (!alive.has(holder)) this.#missingSince.set(holder, now);
    for (const [holder, since] of this.#missingSince)
      if (alive.has(holder) || now - since > keptMs) this.#missingSince.delete(holder);
    this.#alive = alive;
    this.#lookedAt = now;
    return this.dead().length > before;
  }

  /** After a time without observations, missing holders get their grace period again. */
  startAgain(): void {
    for (const holder of this.#missingSince.keys()) if (!this.isDead(holder)) this.#missingSince.set(holder, this.#now());
  }

  dead(): number[] {
    return [...this.#missingSince.keys()].filter((holder) => this.isDead(holder));
  }

  isDead(holder: number): boolean {
    if (holder === this.holder || this.#alive.has(holder)) return false;
    const since = this.#missingSince.get(holder);
    if (since === undefined) this.#missingSince.set(holder, this.#now());
    return since !== undefined && this.#lookedAt - since >= graceMs;
  }
}
