// What operators read through REST: the same JSON, with masked secrets.

import { masked, secretsIn } from './request-log/shown-body.ts';
import type { Route } from './transcoder/compile.ts';

/** Whether operators may read through the route. */
export const isForOperators = ({ verb, rule }: Route) => verb === 'GET' && rule.operator !== undefined;

/** Writes the body of a response. Secrets of any of the routes are recognized by their name anywhere in it, also in payloads of events. */
export function maskerOf(routes: readonly Route[]): (body: object) => string {
  const secrets = new Set(routes.filter(isForOperators).flatMap(({ method }) => secretsIn(method.output)));
  return (body) => JSON.stringify(body, (name, value) => (secrets.has(name) && typeof value === 'string' ? masked : value));
}
