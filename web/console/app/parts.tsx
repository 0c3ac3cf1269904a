// Parts of views.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { shortId } from './format.ts';
import { useLive } from './live.ts';
import { addressOf, viewOf } from './router.ts';
import { isForOperators } from './settings.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean;
}

interface TableOptions<Row> {
  /** What screen readers announce. */
  readonly label: string;
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Shown instead of an empty table. */
  readonly empty: string;
}

/** Wide tables scroll by themselves, also with the keyboard. */
export function Table<Row>({ label, rows, columns, keyOf, empty }: TableOptions<Row>) {
  if (!rows) return <p class="hint">Loading…</p>;
  if (rows.length === 0) return <p class="hint">{empty}</p>;
  return (
    // biome-ignore lint/a11y: a scrollable region must be reachable with the keyboard
    <div class="scroll" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} class={isNumber ? 'number' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Empty values are left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ComponentChildren>> }) {
  const shown = Object.entries(facts).filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return <dl class="facts">{shown.map(([name, value]) => [<dt key={`${name}-`}>{name}</dt>, <dd key={name}>{value}</dd>])}</dl>;
}

const good = new Set(['COMPLETED', 'APPROVED', 'ACTIVE', 'DELIVERED', 'VERIFIED', 'AUTHORIZED', 'SETTLED']);
const wrong = new Set(['FAILED', 'REJECTED', 'DEAD', 'EXPIRED', 'DECLINED', 'CLOSED']);

export function Status({ value }: { readonly value: string | number | undefined }) {
  const isWrong = typeof value === 'number' ? value >= 400 : wrong.has(value ?? '');
  const isGood = typeof value === 'number' ? value < 400 : good.has(value ?? '');
  return <span class={`status ${isWrong ? 'wrong' : isGood ? 'good' : ''}`}>{value ?? '–'}</span>;
}

/** A link to the view of a resource, if there is one. */
export function Id({ id, isWhole = false }: { readonly id: string | undefined; readonly isWhole?: boolean }) {
  const text = isWhole ? id : shortId(id);
  const view = id === undefined ? undefined : viewOf(id);
  if (id === undefined || view === undefined) return <code title={id}>{text}</code>;
  return (
    <a href={addressOf(view, id)} title={id}>
      <code>{text}</code>
    </a>
  );
}

export function Json({ label, body }: { readonly label: string; readonly body: unknown }) {
  if (body === undefined) return null;
  return (
    <section aria-label={label}>
      <h2>{label}</h2>
      {/* biome-ignore lint/a11y: a scrollable region must be reachable with the keyboard */}
      <pre tabIndex={0}>
        <code>{JSON.stringify(body, null, 2)}</code>
      </pre>
    </section>
  );
}

export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="note wrong" role="alert">
      {text}
    </p>
  );
}

interface ActionOptions {
  readonly label: string;
  /** What it concerns, for screen readers. */
  readonly of?: string;
  readonly run: () => Promise<unknown>;
  /** What is said after a success. Default: the label itself says enough. */
  readonly done?: (result: unknown) => ComponentChildren;
  readonly isQuiet?: boolean;
}

/** A button that changes something, and says whether it worked. Operators change nothing. */
export function Action(options: ActionOptions) {
  return isForOperators ? null : <ActionButton {...options} />;
}

function ActionButton({ label, of, run, done, isQuiet = false }: ActionOptions) {
  const { refresh } = useLive();
  const [isRunning, setRunning] = useState(false);
  const [said, setSaid] = useState<ComponentChildren>(null);
  const [problem, setProblem] = useState<string>();
  const press = async () => {
    setRunning(true);
    setProblem(undefined);
    try {
      const result = await run();
      setSaid(done ? done(result) : 'Done.');
      refresh();
    } catch (error) {
      setSaid(null);
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setRunning(false);
    }
  };
  return (
    <span class="action">
      <button
        type="button"
        class={isQuiet ? 'quiet' : undefined}
        aria-disabled={isRunning}
        onClick={() => isRunning || void press()}
      >
        {label}
        {of !== undefined && <span class="unseen"> {of}</span>}
      </button>
      <span role="status">{isRunning ? 'Running…' : said}</span>
      <Problem text={problem} />
    </span>
  );
}
