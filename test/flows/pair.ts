// Two processes of the whole platform on one database, for concurrent callers.
import { startProcess } from '../kit/launch.ts';
import type { Rest } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

export interface Pair {
  readonly databaseUrl: string;
  /** REST at each of them. */
  readonly doors: readonly [Rest, Rest];
  /** REST at the first. */
  readonly rest: Rest;
}

export async function startPair(): Promise<Pair> {
  const databaseUrl = await flowDatabase();
  const start = () => startProcess({ env: { DATABASE_URL: databaseUrl } });
  const [one, other] = await Promise.all([start(), start()]);
  const rest = restAt(one.origin);
  return { databaseUrl, doors: [rest, restAt(other.origin)], rest };
}
