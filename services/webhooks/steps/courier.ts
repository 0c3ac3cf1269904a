// Delivers events: claims due ones, sends them, records the results, and repeats.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../kit/core/clock.ts';
import { reached } from '../../kit/core/crash-points.ts';
import type { Log } from '../../kit/core/log.ts';
import { untraced } from '../../kit/core/tracing.ts';
import type { Background } from '../../kit/service/service.ts';
import type { Life } from '../../kit/storage/life.ts';
import type { Destination } from '../domain/destination.ts';
import { faultFailure, type WebhookFault } from '../domain/fault.ts';
import type { Claimed, Ended } from '../store/delivery-rows.ts';
import type { WebhookStore } from '../store/store.ts';
import { attemptDelivery, putBack } from './attempt.ts';
import type { DeliveryCounts } from './delivery-counts.ts';
import type { Exchange } from './exchange.ts';
import { HealthRecord } from './health.ts';
import { Lane } from './lane.ts';
import { Pacer } from './pacer.ts';

export interface CourierParts {
  readonly store: WebhookStore;
  readonly exchange: Exchange;
  readonly counts: DeliveryCounts;
  readonly wall: Clock;
  readonly log: Log;
  readonly life: Life;
}

export interface Directory {
  /** The platform's endpoint now, if any. */
  destinationOf(platformId: string): Promise<Destination | undefined>;
  /** What happens to the attempt instead, if the platform has set a fault. */
  faultOf(delivery: Claimed, destination: Destination | undefined): Promise<WebhookFault | undefined>;
}

/**
 * One per process. Several processes can share a database, each with its own lanes. Results are collected while a database update runs; one
 * update then records them all and claims further events for their platforms. A busy courier therefore needs few statements per event, and
 * an idle one starts immediately.
 */
export class Courier {
  readonly #parts: CourierParts;
  readonly #stopping = new AbortController();
  /** How often unsent events of a lane were put back. */
  #putBacks = 0;
  readonly #lanes = new Map<string, Lane>();
  readonly #health = new HealthRecord();
  readonly #pacer = new Pacer();
  /** Platforms that may have events to send. */
  readonly #duePlatforms = new Set<string>();
  /** Platforms whose events may be claimed for this process without its knowledge: the commit of a claim was not confirmed. */
  readonly #unsure = new Set<string>();
  readonly #inFlight = new Set<Promise<void>>();
  #ended: Ended[] = [];
  #cycles: Promise<void> | undefined;
  #directory: Directory | undefined;
  #attempts = 0;
  #isClaiming = true;

  constructor(parts: CourierParts) {
    this.#parts = parts;
  }

  /** Also polls: retries become due, and other processes may have left events. */
  start(directory: Directory): Background {
    this.#directory = directory;
    const timer = setInterval(() => void this.#look(), lookEveryMs).unref();
    void this.#look();
    return {
      runDue: () => this.#runDue(),
      done: () => this.#attempts,
      stop: () => {
        clearInterval(timer);
        return this.#stop();
      },
    };
  }

  /** Wakes the courier for these platforms. */
  wake(platformIds: Iterable<string>): void {
    const now = this.#parts.wall.now();
    for (const platformId of platformIds) {
      if (!this.#lanes.get(platformId)?.isSettledAt(now, this.#health.of(platformId))) this.#duePlatforms.add(platformId);
    }
    untraced(() => this.#startCycles());
  }

  async #look(): Promise<void> {
    const { store, wall, log } = this.#parts;
    try {
      const due = await store.deliveries.platformsDue(wall.now());
      for (const { platformId, hasFailed } of due) if (hasFailed) this.#health.suppose(platformId);
      this.wake(due.map(({ platformId }) => platformId));
    } catch (error) {
      log.warn({ err: error }, 'Due webhooks could not be read. Retrying.');
    }
  }

  async #runDue(): Promise<void> {
    await this.#look();
    await this.#idle();
  }

  async #idle(): Promise<void> {
    while (this.#cycles || this.#inFlight.size > 0) await Promise.all([this.#cycles, ...this.#inFlight]);
  }

  /** Waits briefly for requests in flight, then aborts them. Unsent events are released immediately for other processes. */
  async #stop(): Promise<void> {
    this.#isClaiming = false;
    for (const lane of this.#lanes.values()) this.#putBack(lane.clear());
    this.#startCycles();
    await Promise.race([this.#idle(), pause(graceMs, undefined, { ref: false })]);
    this.#stopping.abort();
    await this.#idle();
    await this.#parts.store.lanes.releaseAll(this.#parts.life.holder);
  }

  #startCycles(): void {
    if (this.#cycles || !this.#directory || this.#duePlatforms.size + this.#ended.length === 0) return;
    const { log } = this.#parts;
    const runCycles = async (directory: Directory) => {
      try {
        while (this.#duePlatforms.size + this.#ended.length > 0) await this.#runCycle(directory);
      } catch (error) {
        log.warn({ err: error }, 'Webhook deliveries could not be recorded. Retrying.');
      } finally {
        this.#cycles = undefined;
      }
    };
    this.#cycles = runCycles(this.#directory);
  }

  async #runCycle(directory: Directory): Promise<void> {
    const platforms = this.#health.choose(this.#duePlatforms, platformsPerCycle);
    const ended = this.#ended;
    for (const platformId of platforms) this.#duePlatforms.delete(platformId);
    this.#ended = [];
    const now = this.#parts.wall.now();
    const putBacks = this.#putBacks;
    const claiming = this.#isClaiming ? platforms : [];
    try {
      const { held, claimed } = await this.#write(ended, claiming);
      for (const platformId of platforms) if (!held.has(platformId)) this.#lanes.get(platformId)?.clear();
      if (claimed.length > 0) reached('webhooks claimed');
      if (this.#putBacks !== putBacks)
        this.#putBack(claimed); // earlier events of the same resources may be among those put back
      else for (const delivery of claimed) this.#laneOf(delivery.platformId).add(delivery);
      for (const platformId of held) {
        this.#unsure.delete(platformId);
        this.#lanes.get(platformId)?.renewed(now);
      }
      for (const platformId of platforms) this.#send(platformId, directory);
    } catch (error) {
      this.#ended.push(...ended);
      for (const platformId of claiming) this.#unsure.add(platformId);
      throw error;
    }
  }

  #putBack(unsent: readonly Claimed[]): void {
    this.#ended.push(...unsent.map(putBack));
    this.#putBacks++;
  }

  /** In one commit, or in one for each platform where the tables are distributed. */
  async #write(ended: readonly Ended[], platforms: readonly string[]): Promise<Written> {
    if (!this.#parts.store.isDistributed) return this.#writeTogether(ended, platforms);
    const endedBy = Map.groupBy(ended, ({ delivery }) => delivery.platformId);
    const held = new Set<string>();
    const claimed: Claimed[] = [];
    for (const platformId of new Set([...endedBy.keys(), ...platforms])) {
      const own = await this.#writeTogether(endedBy.get(platformId) ?? [], platforms.includes(platformId) ? [platformId] : []);
      for (const id of own.held) held.add(id);
      claimed.push(...own.claimed);
    }
    return { held, claimed };
  }

  /** A lane without events is released in the same commit, for any process. */
  #writeTogether(ended: readonly Ended[], platforms: readonly string[]): Promise<Written> {
    const { holder } = this.#parts.life;
    const dead = this.#parts.life.dead();
    const now = this.#parts.wall.now();
    const until = new Date(now.getTime() + leaseMs);
    return this.#parts.store.write(async ({ deliveries, lanes }) => {
      await deliveries.finish(ended, holder);
      if (platforms.length === 0) return { held: new Set<string>(), claimed: [] };
      const held = await lanes.hold({ holder, platforms, now, until, dead });
      const unsure = held.filter((platformId) => this.#unsure.has(platformId));
      if (unsure.length > 0) await deliveries.abandon({ holder, platforms: unsure, except: this.#eventsOf(unsure) });
      const room = new Map(held.map((platformId) => [platformId, this.#roomOf(platformId, now)]));
      const claimed = await deliveries.claim({ holder, room, now });
      const busy = new Set(claimed.map(({ platformId }) => platformId));
      for (const { delivery } of this.#ended) busy.add(delivery.platformId); // ended, but not recorded yet
      const idle = held.filter((platformId) => !busy.has(platformId) && (this.#lanes.get(platformId)?.isEmpty ?? true));
      if (idle.length > 0) await lanes.release(holder, idle);
      return { held: new Set(held), claimed };
    });
  }

  /** The events of these platforms that this process has claimed, as far as it knows, and whose results are not recorded. */
  #eventsOf(platforms: readonly string[]): string[] {
    const inHand = platforms.flatMap((platformId) => this.#lanes.get(platformId)?.eventIds ?? []);
    return [...inHand, ...this.#ended.map(({ delivery }) => delivery.eventId)];
  }

  #roomOf(platformId: string, now: Date): number {
    return (this.#lanes.get(platformId) ?? new Lane()).roomAt(now, this.#health.of(platformId));
  }

  #laneOf(platformId: string): Lane {
    const lane = this.#lanes.get(platformId) ?? new Lane();
    this.#lanes.set(platformId, lane);
    return lane;
  }

  /** Sends events that may be sent, and forgets lanes without events. */
  #send(platformId: string, directory: Directory): void {
    const lane = this.#lanes.get(platformId);
    if (!lane) return;
    const health = this.#health.of(platformId);
    for (let delivery = lane.next(health); delivery; delivery = lane.next(health)) this.#follow({ delivery, lane, directory });
    if (lane.isEmpty && lane.roomAt(this.#parts.wall.now(), health) > 0) this.#lanes.delete(platformId);
  }

  #follow({ delivery, lane, directory }: Departure): void {
    const follow = async () => {
      if (this.#health.of(delivery.platformId) === 'FAILING') await this.#pacer.waitForTurn();
      const ended = await this.#attempt({ delivery, lane, directory });
      if (ended.attempt) reached('webhook sent');
      if (ended.attempt && ended.attempt.failure !== faultFailure)
        this.#health.note(delivery.platformId, ended.state === 'DELIVERED');
      this.#inFlight.delete(following);
      lane.done(delivery);
      this.#ended.push(ended);
      if (ended.attempt) this.#attempts++;
      if (ended.state === 'DEAD' && delivery.isRetried) this.#parts.counts.noteGivenUp();
      this.#send(delivery.platformId, directory);
      this.wake([delivery.platformId]);
    };
    const following = follow();
    this.#inFlight.add(following);
  }

  async #attempt({ delivery, lane, directory }: Departure): Promise<Ended> {
    const { wall, log } = this.#parts;
    try {
      const destination = await lane.destination(() => directory.destinationOf(delivery.platformId), wall.now());
      const fault = await directory.faultOf(delivery, destination);
      return await attemptDelivery(delivery, destination, { ...this.#parts, fault, stopping: this.#stopping.signal });
    } catch (error) {
      const { eventId, requestId } = delivery;
      log.warn({ err: error, eventId, requestId }, 'A webhook could not be sent. Deliveries of its platform pause for a moment.');
      lane.pauseUntil(new Date(wall.now().getTime() + pauseMs));
      this.#putBack(lane.clear());
      return putBack(delivery);
    }
  }
}

interface Written {
  /** The platforms whose lanes this process holds. */
  readonly held: ReadonlySet<string>;
  readonly claimed: readonly Claimed[];
}

interface Departure {
  readonly delivery: Claimed;
  readonly lane: Lane;
  readonly directory: Directory;
}

const lookEveryMs = 500;
/** Platforms per claim, which must be quick. */
const platformsPerCycle = 128;
/** Longer than an exchange can take, because each result renews it. */
const leaseMs = 60_000;
const pauseMs = 1_000;
const graceMs = 3_000;
