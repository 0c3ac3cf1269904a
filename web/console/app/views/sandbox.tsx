// What a sandbox can do: its clock, its scenarios, its copies, its reset.
import { useState } from 'preact/hooks';
import { type Results, runSteps, type Step } from '../../../../tools/payments/fixtures.ts';
import { scenarios } from '../../../../tools/payments/scenarios/all.ts';
import type { Api } from '../api.ts';
import { useLive, useRead } from '../live.ts';
import type { Clock } from '../model.ts';
import { Action, Id, Problem } from '../parts.tsx';
import { Forks, Snapshots } from './copies.tsx';

export function SandboxView() {
  return (
    <>
      <h1>Sandbox</h1>
      <ClockPart />
      <Scenarios />
      <Forks />
      <Snapshots />
      <Reset />
    </>
  );
}

const steps = new Map([
  ['30 s', 30],
  ['6 min', 360],
  ['1 hour', 3_600],
  ['1 day', 86_400],
  ['7 days', 604_800],
]);

function ClockPart() {
  const { api } = useLive();
  const { body: clock, problem } = useRead<Clock>('/sandbox/clock');
  return (
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <Problem text={problem} />
      <p>
        {clock && (
          <>
            <time dateTime={clock.now}>{new Date(clock.now).toLocaleString('sv')}</time>, {Math.round(clock.offsetSeconds)} s
            ahead of real time.
          </>
        )}{' '}
        Advancing runs everything that becomes due.
      </p>
      <div class="actions">
        {[...steps].map(([name, seconds]) => (
          <Action key={name} label={`Advance ${name}`} run={() => api.post('/sandbox/clock/advance', { seconds })} isQuiet />
        ))}
      </div>
    </section>
  );
}

/** Scenarios with a wallet's device are for the command line. */
const shown = scenarios.filter((one) => one.steps.every(({ device }) => device === undefined));

function Scenarios() {
  const { api } = useLive();
  const [text, setText] = useState('');
  const found = shown.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(text.toLowerCase()));
  const groups = Map.groupBy(found, ({ name }) => name.split('.')[0] ?? '');
  return (
    <section aria-labelledby="scenarios">
      <h2 id="scenarios">Magic values</h2>
      <p class="hint">Each button sends the requests of a scenario. They appear under Requests.</p>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Search <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
      </form>
      {[...groups].map(([group, members]) => (
        <details key={group} open={text !== '' || group === 'payment'}>
          <summary>
            {group.replaceAll('_', ' ')} ({members.length})
          </summary>
          <ul class="scenarios">
            {members.map(({ name, summary, steps: own, takes, requires }) => (
              <li key={name}>
                <Action
                  label={name}
                  run={() => runScenario(api, own)}
                  done={(results) => <Made results={results as Results} />}
                  isQuiet
                />
                <span class="hint">
                  {summary}. {takes && `Takes ${takes}. `}
                  {requires}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

async function runScenario(api: Api, own: readonly Step[]): Promise<Results> {
  const results: Results = new Map();
  for await (const _ of runSteps(api, own, results));
  return results;
}

/** Links to what a scenario has created. */
function Made({ results }: { readonly results: Results }) {
  const ids = [...results.values()].flatMap((made) => {
    const { transactionId, id } = Object(made) as { transactionId?: string; id?: string };
    return [transactionId ?? id].filter((one) => one !== undefined);
  });
  return <>Done: {ids.map((id) => [<Id key={id} id={id} />, ' '])}</>;
}

function Reset() {
  const { api } = useLive();
  const [isSure, setSure] = useState(false);
  return (
    <section aria-labelledby="reset">
      <h2 id="reset">Reset</h2>
      <p>Removes customers, accounts, payments and events of this platform. Keeps its configuration and API tokens.</p>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label class="box">
          <input type="checkbox" checked={isSure} onInput={({ currentTarget }) => setSure(currentTarget.checked)} /> Remove all
          data
        </label>
        {isSure && <Action label="Reset" run={() => api.post('/sandbox/reset').then(() => setSure(false))} />}
      </form>
    </section>
  );
}
