// Brings events to their platforms: claims what is due, sends it, writes down what came of it, and goes round again.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Background } from '../../kit/service.ts';
import type { Claimed, Ended } from '../store/deliveries.ts';
import type { WebhookStore } from '../store/store.ts';
import { attemptDelivery, postponed } from './attempt.ts';
import type { Destination } from './destination.ts';
import type { Exchange } from './exchange.ts';

export interface CourierParts {
  readonly store: WebhookStore;
  readonly exchange: Exchange;
  readonly wall: Clock;
  readonly log: Log;
}

/** Where a platform wants its events now; undefined when nowhere. */
export type Directory = (platformId: string) => Promise<Destination | undefined>;

/**
 * One per process; several may work over one database. Results gather while a turn is on its way to the database, and one turn
 * writes them all and claims anew for their platforms, so a busy courier needs few statements an event and an idle one starts at once.
 */
export class Courier {
  readonly #parts: CourierParts;
  readonly #stopping = new AbortController();
  /** Platforms that may have something due. */
  readonly #wanted = new Set<string>();
  readonly #inFlight = new Set<Promise<void>>();
  #ended: Ended[] = [];
  #turns: Promise<void> | undefined;
  #directory: Directory | undefined;
  #attempts = 0;
  #isClaiming = true;

  constructor(parts: CourierParts) {
    this.#parts = parts;
  }

  /** Looks for work now and then by itself: retries come due, and other processes may have left something behind. */
  start(directory: Directory): Background {
    this.#directory = directory;
    const timer = setInterval(() => void this.#look(), lookEveryMs).unref();
    void this.#look();
    return {
      runDue: () => this.#runDue(),
      stop: () => {
        clearInterval(timer);
        return this.#stop();
      },
    };
  }

  /** These platforms have something due. */
  wake(platformIds: Iterable<string>): void {
    for (const platformId of platformIds) this.#wanted.add(platformId);
    this.#turn();
  }

  async #look(): Promise<void> {
    const { store, wall, log } = this.#parts;
    await store.deliveries.platformsDue(wall.now()).then(
      (platforms) => this.wake(platforms),
      (error: unknown) => log.warn({ err: error }, 'Due webhooks could not be looked up; this is tried again.'),
    );
  }

  async #runDue(): Promise<number> {
    const before = this.#attempts;
    await this.#look();
    await this.#idle();
    return this.#attempts - before;
  }

  async #idle(): Promise<void> {
    while (this.#turns || this.#inFlight.size > 0) await Promise.all([this.#turns, ...this.#inFlight]);
  }

  /** What is on its way gets a moment to end; then it is cut off and left to the next process. */
  async #stop(): Promise<void> {
    this.#isClaiming = false;
    await Promise.race([this.#idle(), pause(graceMs, undefined, { ref: false })]);
    this.#stopping.abort();
    await this.#idle();
  }

  #turn(): void {
    if (this.#turns || !this.#directory || this.#wanted.size + this.#ended.length === 0) return;
    const { log } = this.#parts;
    const directory = this.#directory;
    const takeTurns = async () => {
      try {
        await this.#takeTurns(directory);
      } catch (error) {
        log.warn({ err: error }, 'Webhook deliveries could not be written down; this is tried at the next look.');
      } finally {
        this.#turns = undefined;
      }
    };
    this.#turns = takeTurns();
  }

  async #takeTurns(directory: Directory): Promise<void> {
    while (this.#wanted.size + this.#ended.length > 0) {
      const platforms = [...this.#wanted].slice(0, platformsMax);
      const ended = this.#ended;
      this.#ended = [];
      for (const platformId of platforms) this.#wanted.delete(platformId);
      this.#send(await this.#write(ended, platforms), directory);
    }
  }

  async #write(ended: Ended[], platforms: readonly string[]): Promise<Claimed[]> {
    const now = this.#parts.wall.now();
    const until = new Date(now.getTime() + leaseMs);
    try {
      return await this.#parts.store.write(async ({ deliveries }) => {
        await deliveries.finish(ended, now);
        return this.#isClaiming && platforms.length > 0 ? deliveries.claim({ platforms, now, until }) : [];
      });
    } catch (error) {
      this.#ended.push(...ended);
      throw error;
    }
  }

  #send(claimed: readonly Claimed[], directory: Directory): void {
    const stopping = this.#stopping.signal;
    for (const [platformId, deliveries] of Map.groupBy(claimed, (delivery) => delivery.platformId)) {
      const destination = directory(platformId);
      for (const delivery of deliveries) {
        this.#follow(
          delivery,
          destination.then((found) => attemptDelivery(delivery, found, { ...this.#parts, stopping })),
        );
      }
    }
  }

  #follow(delivery: Claimed, sending: Promise<Ended>): void {
    const follow = async () => {
      const ended = await sending.catch((error: unknown) => this.#postponed(delivery, error));
      this.#inFlight.delete(following);
      this.#ended.push(ended);
      if (ended.attempt) this.#attempts++;
      this.wake([delivery.platformId]);
    };
    const following = follow();
    this.#inFlight.add(following);
  }

  #postponed(delivery: Claimed, error: unknown): Ended {
    const { wall, log } = this.#parts;
    const { eventId, requestId } = delivery;
    log.warn({ err: error, eventId, requestId }, 'A webhook could not be sent; it is tried again.');
    return postponed(delivery, new Date(wall.now().getTime() + postponedMs));
  }
}

const lookEveryMs = 500;
/** Longer than an exchange may take. */
const leaseMs = 60_000;
const postponedMs = 1_000;
const graceMs = 3_000;
/** In one turn: each has a lock until its end. */
const platformsMax = 200;
