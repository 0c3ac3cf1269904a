// A process that requests pages over HTTP, on persistent connections.
import { Pool } from 'undici';
import { answerTasks } from './answer-tasks.ts';
import { callRepeatedly } from './callers.ts';

export interface HttpLoad {
  readonly origin: string;
  /** Requested in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: number;
}

const connections = 32;
const pools = new Map<string, Pool>();

answerTasks<HttpLoad, number>(async ({ origin, paths, headers, requests }) => {
  const pool = pools.get(origin) ?? new Pool(origin, { connections, pipelining: 1 });
  pools.set(origin, pool);
  return callRepeatedly(connections, requests, async (index) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path: paths[index % paths.length] ?? '', headers });
    const bytes = await body.bytes();
    if (statusCode !== 200) throw new Error(`${statusCode} ${Buffer.from(bytes)}`);
  });
});
