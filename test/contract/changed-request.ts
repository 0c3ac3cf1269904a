// Valid requests with random changes.
import type { Operation } from './operations.ts';
import { type Request, requestOf } from './requests.ts';
import type { Things } from './things.ts';

export type Change =
  | {
      readonly at: 'body';
      readonly how: 'delete' | 'replace' | 'add' | 'double';
      readonly where: number;
      readonly value: unknown;
      readonly key: string;
    }
  | { readonly at: 'query'; readonly where: number; readonly text: string }
  | { readonly at: 'path'; readonly where: number; readonly text: string }
  | { readonly at: 'text'; readonly where: number; readonly text: string };

/** A valid request after the changes, its body as text. */
export function changed(operation: Operation, ids: Things, changes: readonly Change[]): Request {
  const { payload: form, token, ...plain } = requestOf(operation, ids); // forms stay whole
  const { body, ...request } = structuredClone(plain);
  const query: Record<string, string> = { ...request.query };
  const path: Record<string, string> = { ...request.ids };
  const box = { body };
  const cuts: ((text: string) => string)[] = [];
  for (const change of changes) {
    const { where } = change;
    if (change.at === 'query') query[operation.query[where % operation.query.length]?.name ?? 'x'] = change.text;
    else if (change.at === 'path')
      path[operation.variables[where % operation.variables.length] ?? 'x'] = encodeURIComponent(change.text) || 'x';
    else if (change.at === 'text') cuts.push((text) => cut(text, where, change.text));
    else mutate(box, change);
  }
  const text = JSON.stringify(box.body);
  const addressed = { ids: path, query, ...(token !== undefined && { token }) };
  if (form) return { ...addressed, payload: form };
  return { ...addressed, ...(text !== undefined && { payload: cuts.reduce((whole, apply) => apply(whole), text) }) };
}

const cut = (text: string, where: number, piece: string) =>
  text.slice(0, where % (text.length + 1)) + piece + text.slice((where % (text.length + 1)) + 1);

/** Changes one place of the body. */
function mutate(box: { body: unknown }, { how, where, value: given, key }: Change & { at: 'body' }): void {
  const value = structuredClone(given); // the new value can be changed again
  const places = placesIn(box);
  const place = places[where % places.length];
  if (!place || place.holder[place.name] === undefined) return;
  const { holder, name } = place;
  if (how === 'delete') delete holder[name];
  else if (how === 'replace') holder[name] = value;
  else if (how === 'double') holder[name] = [holder[name], holder[name]];
  else Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

function placesIn(holder: object): Place[] {
  return Object.entries(holder).flatMap(([name, inner]: [string, unknown]) => {
    const own = { holder: holder as Record<string, unknown>, name };
    return typeof inner === 'object' && inner !== null ? [own, ...placesIn(inner)] : [own];
  });
}
