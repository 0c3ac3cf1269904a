// What this process has in hand for one platform: at most ten in flight, and one first attempt at a time of each resource.
import type { Claimed } from '../store/deliveries.ts';
import type { Destination } from './destination.ts';
import type { Health } from './health.ts';

const inFlightMax = 10;
/** Claimed at once at most, so that a platform whose receiver hangs takes little room. */
export const inHandMax = 100;
const destinationMs = 1_000;

/** Deliveries that leave one after the other. A retry waits for nobody. */
interface Track {
  readonly key: string;
  readonly waiting: Claimed[];
}

export class Lane {
  /** Where the platform wants its events; looked up anew for what was claimed anew, and once a second. */
  #destination: { readonly staleAtMs: number; readonly found: Promise<Destination | undefined> } | undefined;
  readonly #tracks = new Map<string, Track>();
  /** Whose first may leave now. */
  #ready: Track[] = [];
  #inFlight = 0;
  #inHand = 0;
  #pausedUntilMs = 0;

  get isEmpty(): boolean {
    return this.#inHand === 0;
  }

  /** How many more it takes. */
  roomAt(now: Date): number {
    return now.getTime() < this.#pausedUntilMs ? 0 : inHandMax - Math.min(inHandMax, this.#inHand);
  }

  /** In the order in which first attempts are to leave. */
  add(delivery: Claimed): void {
    this.#destination = undefined;
    this.#inHand++;
    const key = trackOf(delivery);
    const known = this.#tracks.get(key);
    if (known) return void known.waiting.push(delivery);
    const track = { key, waiting: [delivery] };
    this.#tracks.set(key, track);
    this.#ready.push(track);
  }

  /** The next that may leave, if there is a place for it. Say `done` when it has ended. Nobody knows yet how a new receiver answers: it gets one at first. */
  next(health: Health): Claimed | undefined {
    if (this.#inFlight >= (health === 'UNKNOWN' ? 1 : inFlightMax)) return undefined;
    const delivery = this.#ready.shift()?.waiting.shift();
    if (delivery) this.#inFlight++;
    return delivery;
  }

  done(delivery: Claimed): void {
    this.#inFlight--;
    this.#inHand--;
    const key = trackOf(delivery);
    const track = this.#tracks.get(key);
    if (track && track.waiting.length > 0) this.#ready.push(track);
    else this.#tracks.delete(key);
  }

  /** Gives back what has not left. */
  clear(): Claimed[] {
    const waiting = [...this.#tracks.values()].flatMap((track) => track.waiting.splice(0));
    for (const { key } of this.#ready) this.#tracks.delete(key);
    this.#ready = [];
    this.#inHand -= waiting.length;
    return waiting;
  }

  /** Takes nothing until then. */
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

function trackOf({ attempts, resource, eventId }: Claimed): string {
  return attempts === 0 ? resource : eventId;
}
