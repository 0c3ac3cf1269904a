// Events and their deliveries, which can be repeated.
import { useState } from 'preact/hooks';
import { timeText } from '../format.ts';
import { useLive, useRead } from '../live.ts';
import type { Clock, List, PlatformEvent } from '../model.ts';
import { Action, type Column, Id, Problem, Status, Table } from '../parts.tsx';
import { addressOf } from '../router.ts';
import { isForOperators } from '../settings.ts';

const states = ['', 'PENDING', 'DELIVERED', 'DEAD', 'NO_ENDPOINT'];

export function WebhooksView() {
  const [state, setState] = useState('');
  const { body, problem } = useRead<List<PlatformEvent>>(`/events?limit=50${state && `&status=${state}`}`);
  return (
    <>
      <h1>Webhooks</h1>
      {!isForOperators && <Endpoint />}
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Delivery{' '}
          <select value={state} onInput={({ currentTarget }) => setState(currentTarget.value)}>
            {states.map((one) => (
              <option key={one} value={one}>
                {one || 'any'}
              </option>
            ))}
          </select>
        </label>
        {!isForOperators && <Replay />}
      </form>
      <Problem text={problem} />
      <EventTable rows={problem === undefined ? body?.data : []} />
    </>
  );
}

function Endpoint() {
  const { body } = useRead<{ webhookEndpoint?: string }>('/config');
  return (
    <p class="hint">
      {body?.webhookEndpoint ? (
        <>
          Sent to <code>{body.webhookEndpoint}</code>.
        </>
      ) : (
        <>
          There is no endpoint. <code>npx payments listen</code> sets one.
        </>
      )}
    </p>
  );
}

const spans = new Map([
  ['10 minutes', 600],
  ['hour', 3_600],
  ['day', 86_400],
]);

/** Sends the events of a time again, oldest first. */
function Replay() {
  const { api } = useLive();
  const [seconds, setSeconds] = useState(600);
  const run = async () => {
    const { now } = await api.get<Clock>('/sandbox/clock');
    const since = Date.parse(now) - seconds * 1_000;
    const events: PlatformEvent[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await api.get<List<PlatformEvent>>(`/events?limit=100${cursor === undefined ? '' : `&cursor=${cursor}`}`);
      const recent = page.data.filter(({ timestamp }) => Date.parse(timestamp) >= since);
      events.push(...recent.filter(({ type }) => type !== 'TEST'));
      more = page.hasMore === true && recent.length === page.data.length;
      cursor = page.nextCursor;
    }
    for (const { id } of events.toReversed()) await api.post(`/events/${id}/resend`);
    return events.length;
  };
  return (
    <>
      <label>
        Since the last{' '}
        <select value={seconds} onInput={({ currentTarget }) => setSeconds(Number(currentTarget.value))}>
          {[...spans].map(([name, value]) => (
            <option key={name} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Action label="Send again" run={run} done={(count) => `${count} events are sent again.`} isQuiet />
    </>
  );
}

function EventTable({ rows }: { readonly rows: readonly PlatformEvent[] | undefined }) {
  return (
    <Table
      label="Events"
      rows={rows}
      keyOf={({ id }) => id}
      empty="No events."
      columns={[
        { title: 'Time', cell: ({ timestamp }) => <time dateTime={timestamp}>{timeText(timestamp)}</time> },
        { title: 'Event', cell: ({ id, type }) => <a href={addressOf('webhooks', id)}>{type}</a> },
        { title: 'Resource', cell: ({ resource }) => <Id id={resource} /> },
        { title: 'Delivery', cell: ({ status }) => <Status value={status} /> },
        { title: 'Attempts', cell: ({ attemptCount }) => attemptCount, isNumber: true },
        ...(isForOperators ? [] : [repeating]),
      ]}
    />
  );
}

const repeating: Column<PlatformEvent> = { title: 'Repeat', cell: (event) => <Resend event={event} /> };

function Resend({ event: { id, type } }: { readonly event: PlatformEvent }) {
  const { api } = useLive();
  return <Action label="Resend" of={type} run={() => api.post(`/events/${id}/resend`)} isQuiet />;
}
