// The events of a platform, over `GET /events`.
import { secondsOf } from './duration.ts';
import { UsageMistake } from './failures.ts';
import type { Platform } from './platform.ts';

export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly resource: string;
  readonly timestamp: string;
  readonly status: string;
  readonly attemptCount: number;
}

export interface EventFilter {
  /** Patterns of types; all if empty. */
  readonly types: readonly string[];
  readonly since?: Date | undefined;
  readonly resource?: string | undefined;
  readonly status?: string | undefined;
}

interface EventPage {
  readonly data: readonly LoggedEvent[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
}

/** Newest first. Reads pages as long as the caller iterates. */
export async function* loggedEvents(platform: Platform, filter: EventFilter): AsyncGenerator<LoggedEvent> {
  const { types, since, resource, status } = filter;
  const fixed = { limit: '100', ...(resource !== undefined && { resource }), ...(status !== undefined && { status }) };
  for (let cursor: string | undefined; ; ) {
    const query = new URLSearchParams({ ...fixed, ...(cursor !== undefined && { cursor }) });
    const page = await platform.get<EventPage>(`/events?${query}`);
    for (const event of page.data) {
      if (since && new Date(event.timestamp) < since) return;
      if (isOfType(types, event.type)) yield event;
    }
    if (!page.hasMore) return;
    cursor = page.nextCursor;
  }
}

/** Whether a type matches one of the patterns, in which `*` stands for any text. */
export function isOfType(patterns: readonly string[], type: string): boolean {
  if (patterns.length === 0) return true;
  return patterns.some((pattern) => new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`, 'i').test(type));
}

/** A duration back from the platform's time, or a time. */
export async function timeOf(platform: Platform, since: string | undefined): Promise<Date | undefined> {
  if (since === undefined) return undefined;
  if (platform.environment === 'production') return realTimeOf(since);
  if (isTime(since)) return new Date(parsedTime(since));
  const { now } = await platform.get<{ now: string }>('/sandbox/clock');
  return new Date(Date.parse(now) - secondsOf(since) * 1_000);
}

/** A duration back from now, or a time. */
export function realTimeOf(since: string): Date {
  return new Date(isTime(since) ? parsedTime(since) : Date.now() - secondsOf(since) * 1_000);
}

const isTime = (text: string) => /^\d{4}-/.test(text);

function parsedTime(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new UsageMistake(`"${text}" is not a time. Write 2027-01-31T12:00:00Z, or a duration such as 1h.`);
  return time;
}
