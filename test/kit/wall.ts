// A wall clock that stands still until a test moves it.
import type { Clock } from '../../services/kit/core/clock.ts';

export class ManualWall implements Clock {
  #timeMs: number;

  constructor(start = '2026-01-01T00:00:00.000Z') {
    this.#timeMs = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#timeMs);
  }

  /** Advances it. Waiters still have to be woken. */
  advance(ms: number): void {
    this.#timeMs += ms;
  }
}
