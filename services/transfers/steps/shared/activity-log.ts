// The log of calls to the rail and jobs of sandbox platforms, which is written in batches, after the work, at a limited rate.
import type { Clock } from '../../../kit/core/clock.ts';
import type { Log } from '../../../kit/core/log.ts';
import type { Background } from '../../../kit/service/service.ts';
import type { NotedActivity } from '../../store/activities.ts';
import type { TransfersStore } from '../../store/store.ts';

interface LogParts {
  readonly store: Pick<TransfersStore, 'activities'>;
  readonly wall: Clock;
  readonly log: Log;
}

/** Activities above the limit are lost, and so is what cannot be written. */
export class ActivityLog {
  readonly #parts: LogParts;
  #waiting = new Map<string, NotedActivity[]>();
  #writing = Promise.resolve();
  #allowance = burst;
  #written = 0;

  constructor(parts: LogParts) {
    this.#parts = parts;
  }

  add(platformId: string, activity: Omit<NotedActivity, 'notedAt'>): void {
    if (this.#allowance < 1) return;
    this.#allowance -= 1;
    const { wall } = this.#parts;
    const own = this.#waiting.get(platformId) ?? [];
    own.push({ ...activity, notedAt: wall.now() });
    this.#waiting.set(platformId, own);
  }

  start(): Background {
    const timer = setInterval(() => {
      this.#allowance = Math.min(burst, this.#allowance + (perSecond * everyMs) / 1_000);
      void this.#write();
    }, everyMs).unref();
    return {
      runDue: () => this.#write(),
      done: () => this.#written,
      stop: () => {
        clearInterval(timer);
        return this.#write();
      },
    };
  }

  #write(): Promise<void> {
    this.#writing = this.#writeAfter(this.#writing);
    return this.#writing;
  }

  async #writeAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    const batches = this.#waiting;
    this.#waiting = new Map();
    for (const [platformId, activities] of batches) await this.#writeBatch(platformId, activities);
  }

  async #writeBatch(platformId: string, activities: readonly NotedActivity[]): Promise<void> {
    const { store, log } = this.#parts;
    try {
      await store.activities.add(platformId, activities);
      this.#written += activities.length;
    } catch (error) {
      log.warn({ err: error, platformId, lost: activities.length }, 'Activities could not be written.');
    }
  }
}

const everyMs = 250;
/** Of a process, over time and at once: what a person follows, and a test suite needs. */
const [perSecond, burst] = [50, 500];
