// What happens by itself later, in the platform's time.

interface Entry {
  readonly atMs: number;
  readonly happen: () => void;
}

export class Agenda {
  readonly #clock: () => number;
  #entries: Entry[] = [];
  /** The time of the entry that is happening. */
  #currentMs: number | undefined;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  after(seconds: number, happen: () => void): void {
    this.#entries.push({ atMs: (this.#currentMs ?? this.#clock()) + seconds * 1000, happen });
  }

  /** Everything that is due, in the order of time. */
  run(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const { atMs, happen } = next;
      this.#entries = this.#entries.filter((entry) => entry !== next);
      this.#currentMs = atMs;
      happen();
    }
    this.#currentMs = undefined;
  }

  #next(): Entry | undefined {
    const due = this.#entries.filter(({ atMs }) => atMs <= this.#clock());
    return due.toSorted((one, other) => one.atMs - other.atMs)[0];
  }
}
