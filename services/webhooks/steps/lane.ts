// The deliveries of this process for one platform: at most ten requests in flight, and one first attempt at a time per track.

import type { Destination } from '../domain/destination.ts';
import type { Claimed } from '../store/delivery-rows.ts';
import type { Health } from './health.ts';

/** Maximum of requests in flight, and of claimed events. New and failing receivers get fewer. */
const limits: Readonly<Record<Health, { readonly inFlight: number; readonly inHand: number }>> = {
  WELL: { inFlight: 10, inHand: 100 },
  UNKNOWN: { inFlight: 1, inHand: 1 },
  FAILING: { inFlight: 4, inHand: 8 },
};
const destinationMs = 1_000;
/** Well before the lease ends. */
const renewEveryMs = 20_000;

/** Deliveries that must be sent one after the other. A retry waits for no other. */
interface Track {
  readonly key: string;
  readonly waiting: Claimed[];
}

export class Lane {
  /** The platform's endpoint, read again for each claim and once a second. */
  #destination: { readonly staleAtMs: number; readonly found: Promise<Destination | undefined> } | undefined;
  readonly #tracks = new Map<string, Track>();
  /** Those whose first event may be sent now. */
  #ready: Track[] = [];
  #inFlight = 0;
  readonly #inHand = new Set<string>();
  #pausedUntilMs = 0;
  #renewedAtMs = 0;

  get isEmpty(): boolean {
    return this.#inHand.size === 0;
  }

  /** The ids of its events: waiting, and in flight. */
  get eventIds(): readonly string[] {
    return [...this.#inHand];
  }

  /** How many more events it can claim. */
  roomAt(now: Date, health: Health): number {
    return now.getTime() < this.#pausedUntilMs ? 0 : Math.max(0, limits[health].inHand - this.#inHand.size);
  }

  /** Whether there is nothing to claim and its lease is fresh. */
  isSettledAt(now: Date, health: Health): boolean {
    return this.roomAt(now, health) === 0 && now.getTime() < this.#renewedAtMs + renewEveryMs;
  }

  /** Restarts its lease. */
  renewed(now: Date): void {
    this.#renewedAtMs = now.getTime();
  }

  /** In the order of first attempts. */
  add(delivery: Claimed): void {
    this.#destination = undefined;
    this.#inHand.add(delivery.eventId);
    const key = keyOf(delivery);
    const known = this.#tracks.get(key);
    if (known) return void known.waiting.push(delivery);
    const track = { key, waiting: [delivery] };
    this.#tracks.set(key, track);
    this.#ready.push(track);
  }

  /** The next event that may be sent, if there is capacity. Call `done` when it has ended. */
  next(health: Health): Claimed | undefined {
    if (this.#inFlight >= limits[health].inFlight) return undefined;
    const delivery = this.#ready.shift()?.waiting.shift();
    if (delivery) this.#inFlight++;
    return delivery;
  }

  done(delivery: Claimed): void {
    this.#inFlight--;
    this.#inHand.delete(delivery.eventId);
    const key = keyOf(delivery);
    const track = this.#tracks.get(key);
    if (track && track.waiting.length > 0) this.#ready.push(track);
    else this.#tracks.delete(key);
  }

  /** Releases unsent events. */
  clear(): Claimed[] {
    const waiting = [...this.#tracks.values()].flatMap((track) => track.waiting.splice(0));
    for (const { key } of this.#ready) this.#tracks.delete(key);
    this.#ready = [];
    for (const { eventId } of waiting) this.#inHand.delete(eventId);
    return waiting;
  }

  /** Claims nothing until then. */
  pauseUntil(time: Date): void {
    this.#pausedUntilMs = time.getTime();
  }

  destination(lookUp: () => Promise<Destination | undefined>, now: Date): Promise<Destination | undefined> {
    if (!this.#destination || this.#destination.staleAtMs <= now.getTime()) {
      this.#destination = { staleAtMs: now.getTime() + destinationMs, found: lookUp() };
    }
    return this.#destination.found;
  }
}

function keyOf({ attempts, track, eventId }: Claimed): string {
  return attempts === 0 ? track : eventId;
}
