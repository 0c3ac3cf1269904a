// Prepared statements: a repeated statement gets a name, and each connection parses it only once.
import { createHash } from 'node:crypto';
import type { ClientBase, QueryConfig, QueryResult } from 'pg';
import { currentSpan, type Step, traced } from '../core/tracing.ts';
import { codeOf } from './connections.ts';

/** A statement without parameters, such as a commit, is not worth a name. */
function prepared(text: string, values: readonly unknown[]): QueryConfig {
  const name = values.length > 0 ? nameOf(text) : undefined;
  return name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };
}

/** Runs a statement, as a step of the current request. */
export function runPrepared(client: ClientBase, text: string, values: readonly unknown[]): Promise<QueryResult> {
  const statement = prepared(text, values);
  return currentSpan() ? traced(stepOf(text), () => client.query(statement)) : client.query(statement);
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
const names = new Map<string, { uses: number; name: string | undefined }>();

/** Each connection keeps its prepared statements, so texts that vary with the number of their rows get no names. */
const usesBefore = 3;
const namesMax = 2_000;
const lengthMax = 10_000;

/** Undefined for a rare or long statement. */
function nameOf(text: string): string | undefined {
  if (text.length > lengthMax) return undefined;
  const known = names.get(text);
  if (known?.name !== undefined) return known.name;
  if (!known && names.size >= namesMax) return undefined;
  const uses = (known?.uses ?? 0) + 1;
  names.set(text, { uses, name: uses > usesBefore ? `${hashOf(text)} ${generation}` : undefined });
  return undefined;
}

const hashOf = (text: string) => createHash('sha1').update(text).digest('base64url');
