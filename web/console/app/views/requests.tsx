// The request log, live.
import { useState } from 'preact/hooks';
import { shortPath, timeText } from '../format.ts';
import { useLive, useRead } from '../live.ts';
import type { List, LoggedRequest } from '../model.ts';
import { Id, Problem, Status, Table } from '../parts.tsx';
import { addressOf } from '../router.ts';

export function RequestsView() {
  const { requests, isConnected } = useLive();
  const [isPaused, setPaused] = useState<readonly LoggedRequest[]>();
  const [onlyFailed, setOnlyFailed] = useState(false);
  const [text, setText] = useState('');
  const { body, problem } = useEarlier({ onlyFailed, text });
  const live = isPaused ?? requests;
  const known = new Set(body?.data.map(({ id }) => id));
  const fresh = live.filter((one) => !known.has(one.id) && matches(one, { onlyFailed, text }));
  const rows =
    body && [...fresh, ...body.data].filter(({ startedAt }) => !isPaused || startedAt <= (isPaused[0]?.startedAt ?? startedAt));
  return (
    <>
      <h1>Requests</h1>
      <p class="hint" role="status">
        {isPaused ? 'Paused.' : isConnected ? 'Live: further requests appear at the top.' : 'Connecting…'} Requests of this
        console appear only if they change something.
      </p>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Operation or id{' '}
          <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value.trim())} />
        </label>
        <label class="box">
          <input type="checkbox" checked={onlyFailed} onInput={({ currentTarget }) => setOnlyFailed(currentTarget.checked)} />{' '}
          Only errors
        </label>
        <button type="button" class="quiet" onClick={() => setPaused(isPaused ? undefined : requests)}>
          {isPaused ? 'Continue' : 'Pause'}
        </button>
      </form>
      <Problem text={problem} />
      <RequestTable rows={rows} />
    </>
  );
}

interface Filter {
  readonly onlyFailed: boolean;
  readonly text: string;
}

/** The newest entries that were logged so far. */
function useEarlier({ onlyFailed, text }: Filter) {
  const field = text.includes(':') ? 'resource' : 'operation';
  const query = new URLSearchParams({
    limit: '100',
    ...(onlyFailed && { failed: 'true' }),
    ...(text !== '' && { [field]: text }),
  });
  return useRead<List<LoggedRequest>>(`/sandbox/requests?${query}`);
}

const matches = ({ status, operation, resources }: LoggedRequest, { onlyFailed, text }: Filter) =>
  (!onlyFailed || status >= 400) && (text === '' || operation === text || resources.includes(text));

export function RequestTable({ rows }: { readonly rows: readonly LoggedRequest[] | undefined }) {
  return (
    <Table
      label="Requests"
      rows={rows}
      keyOf={({ id }) => id}
      empty="No requests yet. Make a call, or run a scenario under Sandbox."
      columns={[
        { title: 'Time', cell: ({ startedAt }) => <time dateTime={startedAt}>{timeText(startedAt)}</time> },
        { title: 'Status', cell: ({ status }) => <Status value={status} /> },
        {
          title: 'Request',
          cell: ({ id, method, path, skippedCount }) => (
            <>
              <a href={addressOf('requests', id)} title={path}>
                <b>{method}</b> <code>{shortPath(path)}</code>
              </a>
              {skippedCount !== undefined && <span class="hint"> {skippedCount} before it were not logged</span>}
            </>
          ),
        },
        { title: 'Error', cell: ({ errorCode }) => errorCode ?? '' },
        { title: 'ms', cell: ({ durationMs }) => durationMs, isNumber: true },
        { title: 'Request id', cell: ({ requestId }) => <Id id={requestId} /> },
      ]}
    />
  );
}
