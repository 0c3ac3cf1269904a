// Delivers the events that a relay has claimed. An event that is refused, or that no process survives, delays only its own resource.
import { reached } from '../core/crash-points.ts';
import type { Log } from '../core/log.ts';
import { isDeadly, ProcessEnded } from './giving-up.ts';
import type { ClaimedEvent, Lot, OutboxClaims } from './outbox-claims.ts';
import type { StoredEvent } from './outbox-event.ts';

interface ForwarderParts {
  readonly deliver: (events: StoredEvent[]) => Promise<void>;
  readonly claims: OutboxClaims;
  readonly log: Log;
}

/** Delivers claimed events and records the results. Returns how many were accepted. */
export function forwarderOf(parts: ForwarderParts): (lots: readonly Lot[]) => Promise<number> {
  return async (lots) => {
    const sound = lots.filter((lot) => !suspectOf(lot));
    const suspects = lots.flatMap((lot) => suspectOf(lot) ?? []);
    let accepted = sound.length > 0 ? await forward(sound, parts) : 0;
    for (const suspect of suspects.toSorted(byDeaths)) accepted += await forwardSuspect(suspect, parts);
    return accepted;
  };
}

/** The first event of a resource that was being forwarded when a process died. Later events wait for the next claim. */
function suspectOf({ events: [first] }: Lot): ClaimedEvent | undefined {
  return first && (first.wasCutOff || first.deaths > 0) ? first : undefined;
}

/** Events that never killed a process go first. */
const byDeaths = (one: ClaimedEvent, other: ClaimedEvent) => one.deaths - other.deaths;

/** The event goes alone, after its attempt was counted: if the process dies now, this event is the cause. */
async function forwardSuspect(suspect: ClaimedEvent, parts: ForwarderParts): Promise<number> {
  if (isDeadly(suspect)) return fail(suspect, new ProcessEnded('forwarded this event', suspect.deaths), parts);
  await parts.claims.risk(suspect);
  return forwardSingly([suspect], parts);
}

/** If a batch is refused, retries resource by resource, so that an invalid event delays only its own resource. */
async function forward(lots: readonly Lot[], parts: ForwarderParts): Promise<number> {
  const claimed = lots.flatMap(({ events }) => events);
  try {
    await parts.deliver(claimed.map(({ event }) => event));
    reached('events forwarded');
  } catch (error) {
    if (lots.length > 1) return sumOf(await Promise.all(lots.map((lot) => forward([lot], parts))));
    const [one, another] = claimed;
    return one && !another ? fail(one, error, parts) : forwardSingly(claimed, parts);
  }
  await parts.claims.finish(claimed);
  return claimed.length;
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Delivers up to the refused event. Its failure is recorded before earlier events are removed, so that the resource stays claimed. */
async function forwardSingly(claimed: readonly ClaimedEvent[], parts: ForwarderParts): Promise<number> {
  const forwarded: ClaimedEvent[] = [];
  for (const one of claimed) {
    try {
      await parts.deliver([one.event]);
    } catch (error) {
      await fail(one, error, parts);
      break;
    }
    forwarded.push(one);
  }
  if (forwarded.length > 0) await parts.claims.finish(forwarded);
  return forwarded.length;
}

/** Returns how many were accepted: none. */
async function fail(claimed: ClaimedEvent, error: unknown, { claims, log }: ForwarderParts): Promise<0> {
  const { id, resource, requestId } = claimed.event;
  const about = { err: error, resource, event: id, requestId };
  const { isDead } = await claims.fail(claimed, error);
  if (isDead) log.error(about, 'An event was given up. Fix the cause, then retry the dead letter.');
  else log.warn(about, 'An event could not be forwarded and will be retried.');
  return 0;
}
