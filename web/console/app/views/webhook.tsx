// An event with its body and each attempt to deliver it.
import { timeText } from '../format.ts';
import { useLive, useRead } from '../live.ts';
import type { Attempt, List, PlatformEvent } from '../model.ts';
import { Action, Facts, Id, Json, Problem, Status } from '../parts.tsx';

export function WebhookView({ id }: { readonly id: string }) {
  const { api } = useLive();
  const { body: event, problem } = useRead<PlatformEvent>(`/events/${id}`);
  if (!event) return problem === undefined ? <p class="hint">Loading…</p> : <Problem text={problem} />;
  return (
    <>
      <h1>{event.type}</h1>
      <Facts
        facts={{
          Id: <code>{id}</code>,
          Resource: <Id id={event.resource} isWhole />,
          Time: timeText(event.timestamp),
          Delivery: <Status value={event.status} />,
        }}
      />
      <div class="actions">
        <Action label="Resend" run={() => api.post(`/events/${id}/resend`)} />
      </div>
      <section aria-labelledby="attempts">
        <h2 id="attempts">Attempts</h2>
        <AttemptList id={id} count={event.attemptCount} />
      </section>
      <Json label="Body" body={event.payload} />
    </>
  );
}

/** `count`: of the attempts so far. */
export function AttemptList({ id, count }: { readonly id: string; readonly count: number }) {
  const { body } = useRead<List<Attempt>>(count > 0 ? `/events/${id}/attempts` : undefined);
  if (count === 0) return <p class="hint">None yet.</p>;
  return (
    <ul class="attempts">
      {(body?.data ?? []).map(({ number, startedAt, durationMs, status, failure, response }) => (
        <li key={number}>
          Attempt {number}, {timeText(startedAt)}, {durationMs} ms: <Status value={status ?? failure} />
          {response !== undefined && response !== '' && <code class="response">{response}</code>}
        </li>
      ))}
    </ul>
  );
}
