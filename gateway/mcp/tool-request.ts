// The REST request of a tool call.
import type { Route } from '../transcoder/compile.ts';
import { hasKey, keyArgument } from './tools.ts';

export interface ToolRequest {
  readonly method: Route['verb'];
  /** Without the version: `/agents/me/transactions?limit=10`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** The names of arguments for the path that are missing. Without them, there is no such path. */
export function missingIn({ pathFields }: Route, given: Arguments): string[] {
  return pathFields.map(({ jsonName }) => jsonName).filter((name) => textOf(given[name]) === '');
}

/** Arguments go where the field of the same name is: path, query, header, or else the body. */
export function toolRequestOf(route: Route, given: Arguments): ToolRequest {
  const { verb: method, path, pathFields, queryFields, headerFields, rule } = route;
  const names = pathFields.map(({ jsonName }) => jsonName);
  const segments = path.map((segment) =>
    'literal' in segment ? segment.literal : encodeURIComponent(textOf(given[names.shift() ?? ''])),
  );
  const query = new URLSearchParams(
    queryFields.flatMap(({ jsonName: name }) => textsOf(given[name]).map((text) => [name, text])),
  );
  const key = hasKey(rule.idempotencyKey) ? [['idempotency-key', given[keyArgument]] as const] : [];
  const headers = [...headerFields.map(({ header, field }) => [header, given[field.jsonName]] as const), ...key];
  const elsewhere = new Set([
    ...[...pathFields, ...queryFields, ...headerFields.map(({ field }) => field)].map(({ jsonName }) => jsonName),
    keyArgument,
  ]);
  const rest = Object.entries(given).filter(([name]) => !elsewhere.has(name));
  return {
    method,
    path: `/${segments.join('/')}${query.size > 0 ? `?${query}` : ''}`,
    headers: Object.fromEntries(headers.filter(([, value]) => isGiven(value)).map(([name, value]) => [name, textOf(value)])),
    body: route.body === '*' ? Object.fromEntries(rest) : undefined,
  };
}

/** Models often send null for what they leave out. */
const isGiven = (value: unknown) => value !== undefined && value !== null;

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter(isGiven).map(textOf);

/** The rules of the operation refuse texts that are none of its values. */
function textOf(value: unknown): string {
  if (!isGiven(value)) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
