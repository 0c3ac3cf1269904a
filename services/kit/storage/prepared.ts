// Prepared statements: a repeated statement gets a name, and each connection parses it only once.
import { createHash } from 'node:crypto';
import type { ClientBase, QueryConfig, QueryResult } from 'pg';
import { currentSpan, type Step, traced } from '../core/tracing.ts';
import { codeOf } from './connections.ts';

/** Runs a statement, as a step of the current request. One without parameters, such as a commit, is not worth a name. */
export function runPrepared(client: ClientBase, text: string, values: readonly unknown[]): Promise<QueryResult> {
  const known = values.length > 0 ? named(text) : undefined;
  return run(client, { text, values: [...values], ...(known?.name !== undefined && { name: known.name }) });
}

/**
 * The same on a connection that keeps its plans. The statement is prepared again after 64, 512, 4,096 … uses, because a plan that was made for
 * small tables may read them as a whole.
 */
export function runRenewed(client: ClientBase, text: string, values: readonly unknown[]): Promise<QueryResult> {
  const known = named(text);
  const name = known?.name && `${known.name} ${Math.max(1, Math.floor(Math.log2(known.uses) / renewalBits))}`;
  return run(client, { text, values: [...values], ...(name !== undefined && { name }) });
}

const renewalBits = 3;

function run(client: ClientBase, statement: QueryConfig): Promise<QueryResult> {
  return currentSpan() ? traced(stepOf(statement.text), () => client.query(statement)) : client.query(statement);
}

/** Neither its text nor its values. */
function stepOf(text: string): Step {
  const name = summaryOf(text);
  return { name, kind: 'CLIENT', attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name } };
}

/** The kind of a statement and its first table: `select quote`. */
export function summaryOf(text: string): string {
  const [verb = ''] = /\w+/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+(?:"?\w+"?\.)?"?([a-z_]\w*)\b"?(?!\s*[(.])/i.exec(text) ?? [];
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`;
}

/** Whether the result of a statement has other columns since a migration, so that it must be prepared again. */
export function isOutdated(error: unknown): boolean {
  return codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan must not change result type');
}

/** Gives all statements new names, on every connection. */
export function prepareAgain(): void {
  generation++;
  names.clear();
}

let generation = 0;
const names = new Map<string, Known>();

interface Known {
  uses: number;
  name: string | undefined;
}

/** Each connection keeps its prepared statements, so texts that vary with the number of their rows get no names. */
const usesBefore = 3;
const namesMax = 2_000;
const lengthMax = 10_000;

/** Counts a use. Without a name: a statement that was rare until now. Undefined: one that gets no name. */
function named(text: string): Known | undefined {
  if (text.length > lengthMax) return undefined;
  const known = names.get(text);
  if (!known) {
    if (names.size < namesMax) names.set(text, { uses: 1, name: undefined });
    return undefined;
  }
  known.uses++;
  if (known.name === undefined && known.uses > usesBefore) known.name = `${hashOf(text)} ${generation}`;
  return known;
}

const hashOf = (text: string) => createHash('sha1').update(text).digest('base64url');
