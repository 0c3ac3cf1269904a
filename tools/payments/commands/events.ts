// `events`: what the platform sent to its webhook endpoint, and sending it again.
import { amountOf } from '../amount.ts';
import { command, type Option } from '../command.ts';
import { type EventFilter, type LoggedEvent, loggedEvents, timeOf } from '../event-log.ts';
import { UsageMistake } from '../failures.ts';
import type { Platform } from '../platform.ts';

const filters = {
  events: { value: 'TYPES', isRepeated: true, description: "only these types: 'OUTGOING_*'" },
  resource: { value: 'ID', description: 'only events of this resource' },
  status: {
    value: 'STATE',
    description: 'of the delivery: PENDING, DELIVERED, DEAD or NO_ENDPOINT',
    values: () => ['PENDING', 'DELIVERED', 'DEAD', 'NO_ENDPOINT'],
  },
  since: { value: 'TIME', description: 'only events since then: 1h, or 2027-01-31T12:00:00Z' },
} as const satisfies Record<string, Option>;

interface Filters {
  text(name: 'resource' | 'status' | 'since'): string | undefined;
  all(name: 'events'): readonly string[];
}

async function filterOf(platform: Platform, { text, all }: Filters): Promise<EventFilter> {
  return {
    types: all('events'),
    resource: text('resource'),
    status: text('status'),
    since: await timeOf(platform, text('since')),
  };
}

export const eventsList = command({
  name: 'events list',
  summary: 'List the events of the last 30 days, newest first',
  options: { ...filters, limit: { value: 'COUNT', description: 'how many at most; 20 if absent' } },
  examples: [
    'events list --since 1h',
    "events list --events 'OUTGOING_*' --status DEAD",
    'events list --resource Transaction:019… --json',
  ],
  run: async (call) => {
    const limit = amountOf(call.text('limit') ?? '20');
    const platform = await call.platform();
    const found: LoggedEvent[] = [];
    for await (const event of loggedEvents(platform, await filterOf(platform, call))) {
      if (found.length === limit) break;
      found.push(event);
    }
    call.print.table(found, {
      time: ({ timestamp }) => timestamp,
      type: ({ type }) => type,
      resource: ({ resource }) => resource,
      delivery: ({ status }) => status,
      attempts: ({ attemptCount }) => attemptCount,
      event: ({ id }) => id,
    });
    const [first] = found;
    if (first) call.print.next(`events show ${first.id}`);
    else call.print.note('There are no such events.');
  },
});

export const eventsShow = command({
  name: 'events show',
  summary: 'Show an event with its body and each attempt to deliver it',
  parameters: [{ name: 'event', description: 'id of the event' }],
  examples: ['events show Webhook:019…'],
  run: async ({ platform: connected, print, parameters: [id = ''] }) => {
    const platform = await connected();
    const event = await platform.get<LoggedEvent & { payload?: object }>(`/events/${id}`);
    const { data: attempts } = await platform.get<{ data: Attempt[] }>(`/events/${id}/attempts`);
    print.result({ ...event, attempts }, () => [
      `${event.type}  ${event.resource}  ${event.status}`,
      ...attempts.map(shownAttempt),
      ...(event.payload ? JSON.stringify(event.payload, null, 2).split('\n') : ['The body is not available.']),
    ]);
    print.next(`events resend ${id}`);
  },
});

interface Attempt {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status?: number;
  readonly failure?: string;
}

function shownAttempt({ number, startedAt, durationMs, status, failure }: Attempt): string {
  return `attempt ${number}  ${startedAt}  ${status ?? failure}  ${durationMs} ms`;
}

export const eventsResend = command({
  name: 'events resend',
  summary: 'Send events to the webhook endpoint again, with the same ids and bytes',
  parameters: [{ name: 'event', description: 'ids of events; those of --since if absent', isOptional: true, isRepeated: true }],
  options: filters,
  examples: ['events resend Webhook:019…', 'events resend --since 1d --status DEAD'],
  run: async (call) => {
    const platform = await call.platform();
    const ids = call.parameters.length > 0 ? call.parameters : await matching(platform, call);
    for (const id of ids) {
      const { type, status } = await platform.post<LoggedEvent>(`/events/${id}/resend`);
      call.print.result({ id, type, status }, () => [`${id}  ${type}  ${status}`]);
    }
    if (ids.length === 0) call.print.note('There are no such events.');
  },
});

/** Oldest first, as they were sent. Tests are not sent again. */
async function matching(platform: Platform, filters: Filters): Promise<string[]> {
  if (filters.text('since') === undefined) throw new UsageMistake('Pass ids of events, or --since.');
  const events = await Array.fromAsync(loggedEvents(platform, await filterOf(platform, filters)));
  return events
    .filter(isResent)
    .map(({ id }) => id)
    .toReversed();
}

export const isResent = ({ type }: LoggedEvent) => type !== 'TEST';
