// A payment with everything that happened to it, in order.
import type { ComponentChildren } from 'preact';
import { moneyText, timeText } from '../format.ts';
import { useLive, useRead } from '../live.ts';
import type { Activity, Journal, List, LoggedRequest, Payment, PlatformEvent } from '../model.ts';
import { Action, Facts, Id, Json, Problem, Status } from '../parts.tsx';
import { addressOf } from '../router.ts';
import { isForOperators } from '../settings.ts';
import { ActivityMoment } from './activity.tsx';
import { JournalLegs } from './ledger.tsx';
import { AttemptList } from './webhook.tsx';

export function PaymentView({ id }: { readonly id: string }) {
  const { body: payment, problem } = useRead<Payment>(pathOf(id));
  const { api } = useLive();
  if (!payment) return problem === undefined ? <p class="hint">Loading…</p> : <Problem text={problem} />;
  const advance = (seconds: number) => () => api.post('/sandbox/clock/advance', { seconds });
  return (
    <>
      <h1>
        Payment <Status value={payment.status} />
      </h1>
      <Facts
        facts={{
          Id: <code>{id}</code>,
          Type: payment.type ?? payment.operationType,
          Sent: payment.sentAmount && moneyText(payment.sentAmount),
          Received: payment.receivedAmount && moneyText(payment.receivedAmount),
          Failure: payment.failureReason,
          Description: payment.description,
          Customer: payment.customerId && <Id id={payment.customerId} isWhole />,
        }}
      />
      <div class="actions">
        <Action label="Advance 30 s" run={advance(30)} isQuiet />
        <Action label="Advance 6 min" run={advance(360)} isQuiet />
      </div>
      <Timeline id={id} />
      <Json label="Resource" body={payment} />
    </>
  );
}

const pathOf = (id: string) => (id.startsWith('StablecoinOperation:') ? `/stablecoin-operations/${id}` : `/transactions/${id}`);

interface Moment {
  readonly key: string;
  readonly at: string;
  readonly content: ComponentChildren;
}

/** Requests are in real time, everything else in that of the platform: they have a list of their own if the clock was advanced. */
function Timeline({ id }: { readonly id: string }) {
  const { body: events } = useRead<List<PlatformEvent>>(`/events?resource=${id}&limit=100`);
  const { body: journals, problem } = useRead<List<Journal>>(inSandbox(`ledger/journals?transactionId=${id}&limit=100`));
  const { body: requests } = useRead<List<LoggedRequest>>(inSandbox(`requests?resource=${id}&failed=false&limit=20`));
  const { body: activities } = useRead<List<Activity>>(
    id.startsWith('Transaction:') ? inSandbox(`transactions/${id}/activities`) : undefined,
  );
  const moments = [
    ...(journals?.data ?? []).map(journalMoment).toReversed(),
    ...(activities?.data ?? []).map(activityMoment),
    ...(events?.data ?? []).map(eventMoment).toReversed(),
  ];
  const changes = (requests?.data ?? []).filter(({ method }) => method !== 'GET');
  return (
    <>
      <section aria-labelledby="timeline">
        <h2 id="timeline">Timeline</h2>
        <Problem text={problem} />
        <ol class="timeline">
          {moments.toSorted(byTime).map(({ key, at, content }) => (
            <li key={key}>
              <time dateTime={at}>{timeText(at)}</time>
              {content}
            </li>
          ))}
        </ol>
      </section>
      {changes.length > 0 && (
        <section aria-labelledby="changes">
          <h2 id="changes">Requests</h2>
          <ul class="timeline">
            {changes.toReversed().map(({ id: request, startedAt, method, operation, status }) => (
              <li key={request}>
                <time dateTime={startedAt}>{timeText(startedAt)}</time>
                <div>
                  <a href={addressOf('requests', request)}>
                    {method} {operation}
                  </a>{' '}
                  <Status value={status} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Operators read what also exists in production. */
const inSandbox = (path: string) => (isForOperators ? undefined : `/sandbox/${path}`);

/** Each list is in order. Of the same time, what is booked comes before what is reported. */
const byTime = (one: Moment, other: Moment) => one.at.localeCompare(other.at);

function eventMoment(event: PlatformEvent): Moment {
  return { key: `webhook ${event.id}`, at: event.timestamp, content: <EventMoment event={event} /> };
}

function EventMoment({ event: { id, type, status, attemptCount } }: { readonly event: PlatformEvent }) {
  const { api } = useLive();
  return (
    <div>
      <a href={addressOf('webhooks', id)}>Webhook {type}</a> <Status value={status} />
      {attemptCount > 0 && <AttemptList id={id} count={attemptCount} />}
      {status !== 'NO_ENDPOINT' && <Action label="Resend" of={type} run={() => api.post(`/events/${id}/resend`)} isQuiet />}
    </div>
  );
}

function activityMoment(activity: Activity, place: number): Moment {
  return { key: `activity ${place}`, at: activity.time, content: <ActivityMoment activity={activity} /> };
}

function journalMoment(journal: Journal): Moment {
  return {
    key: `journal ${journal.id}`,
    at: journal.bookedAt,
    content: (
      <div>
        Journal <b>{journal.step}</b>
        <JournalLegs journal={journal} />
      </div>
    ),
  };
}
