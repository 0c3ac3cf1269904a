// Copies of the platform: forks, which the console can show instead, and snapshots, to which it can return.
import { useState } from 'preact/hooks';
import { timeText } from '../format.ts';
import { useLive, useRead } from '../live.ts';
import type { Fork, List, Snapshot } from '../model.ts';
import { Action, Problem } from '../parts.tsx';
import { useSwitch } from '../platforms.ts';

export function Forks() {
  const { api } = useLive();
  const { current, open, leave } = useSwitch();
  const remove = async () => {
    await api.send({ method: 'DELETE', path: '/sandbox/fork' });
    leave();
  };
  return (
    <section aria-labelledby="forks">
      <h2 id="forks">Forks</h2>
      <p>
        {current?.fork === undefined
          ? 'A fork is a platform of its own that begins as a copy of this one. What happens there does not change this one.'
          : `${current.fork} is shown. What happens here does not change the platform that it was copied from.`}
      </p>
      <div class="actions">
        <Action
          label="Fork"
          run={() => api.post<Fork>('/sandbox/fork')}
          done={(fork) => <Made fork={fork as Fork} open={open} />}
          isQuiet
        />
        {current?.fork !== undefined && <Action label="Delete this fork" run={remove} isQuiet />}
      </div>
    </section>
  );
}

/** The only time that the secret is shown. */
function Made({ fork, open }: { readonly fork: Fork; readonly open: (fork: Fork) => void }) {
  return (
    <>
      Client id <code>{fork.clientId}</code>, client secret <code>{fork.clientSecret}</code>.{' '}
      <button type="button" class="quiet" onClick={() => open(fork)}>
        Open the fork
      </button>
    </>
  );
}

export function Snapshots() {
  const { api } = useLive();
  const [name, setName] = useState('');
  const { body, problem } = useRead<List<Snapshot>>('/sandbox/snapshots');
  return (
    <section aria-labelledby="snapshots">
      <h2 id="snapshots">Snapshots</h2>
      <p>A snapshot is a state to which this platform can return. What was made since is then gone.</p>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Name <input type="text" maxLength={100} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </label>
        <Action label="Take a snapshot" run={() => api.post('/sandbox/snapshots', name ? { name } : {})} isQuiet />
      </form>
      <Problem text={problem} />
      <ul class="scenarios">
        {(body?.data ?? []).map((snapshot) => (
          <li key={snapshot.id}>
            <span>
              {snapshot.name ?? 'Without a name'}, <time dateTime={snapshot.createdAt}>{timeText(snapshot.createdAt)}</time>
            </span>
            <Return snapshot={snapshot} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Return({ snapshot: { id, name } }: { readonly snapshot: Snapshot }) {
  const { api } = useLive();
  return (
    <span class="choices">
      <Action label="Restore" of={name ?? id} run={() => api.post(`/sandbox/snapshots/${id}/restore`)} isQuiet />
      <Action
        label="Delete"
        of={name ?? id}
        run={() => api.send({ method: 'DELETE', path: `/sandbox/snapshots/${id}` })}
        isQuiet
      />
    </span>
  );
}
