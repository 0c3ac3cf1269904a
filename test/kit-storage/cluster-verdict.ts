// What the coordinator of a Citus cluster does with a statement, from its plan.
import type { Client } from 'pg';

export type Verdict = 'one worker' | 'coordinator' | 'several workers' | 'refused';

/** The platform of each parameter is the same. Undefined if the statement cannot be prepared, because a specimen is no word of SQL. */
export async function verdictOn(client: Client, sql: string): Promise<Verdict | undefined> {
  try {
    await client.query(`prepare judged as ${sql}`);
  } catch {
    return undefined;
  }
  try {
    const values = (await parameterTypes(client)).map((type) => `'${valueOf(type)}'`);
    return await verdictOnCall(client, values.length > 0 ? `judged (${values.join(', ')})` : 'judged');
  } finally {
    await client.query('deallocate judged');
  }
}

async function verdictOnCall(client: Client, call: string): Promise<Verdict> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) execute ${call}`);
    return verdictIn(rows.map((row) => row['QUERY PLAN']).join('\n'));
  } catch {
    return (await canRun(client, call)) ? 'several workers' : 'refused';
  }
}

/** A plan without shards runs where it is made. One in parts sends their results to the workers. */
function verdictIn(plan: string): Verdict {
  if (!plan.includes('Citus')) return 'coordinator';
  if (plan.includes('Distributed Subplan')) return 'several workers';
  const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
  return Math.max(...counts, 0) > 1 ? 'several workers' : 'one worker';
}

/** Plans of insertions from a selection with parameters cannot be explained, but run. Errors about the values of specimens do not count. */
async function canRun(client: Client, call: string): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`execute ${call}`);
    return true;
  } catch (error) {
    return !notSupported.has((error as { code?: string }).code ?? '');
  } finally {
    await client.query('rollback');
  }
}

/** Of Citus: `feature_not_supported`, and its internal errors. */
const notSupported = new Set(['0A000', 'XX000']);

async function parameterTypes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ types: string[] }>(
    `select array(select type::text from unnest(parameter_types) as type) as types from pg_prepared_statements where name = 'judged'`,
  );
  return rows[0]?.types ?? [];
}

function valueOf(type: string): string {
  const value = values.get(type.replace('[]', '')) ?? '1';
  if (!type.endsWith('[]')) return value;
  return `{"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"}`;
}

const values = new Map([
  ['uuid', '00000000-0000-0000-0000-000000000001'],
  ['bytea', String.raw`\x01`],
  ['json', '{}'],
  ['jsonb', '{}'],
  ['boolean', 'true'],
  ['date', '2026-01-01'],
  ['timestamp with time zone', '2026-01-01Z'],
]);
