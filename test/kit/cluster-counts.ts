// What the statements of a test run did on a Citus cluster: which went to several workers, and how many transactions were prepared.
import { makeTester, ofPlatform, onDatabase, onEachWorker } from './citus.ts';

/** Statements that may go to several workers, by their beginnings, and why. */
const looks: readonly (readonly [begin: RegExp, reason: string])[] = [
  [/^select platform_id( as platform)? from /, 'finds the platforms with due jobs, events, deliveries, quotes or card payments'],
  [/^select distinct "?\w+"? as (place|id) from /, 'finds the platforms with old rows, new journals, or changed counts'],
  [/^select min\(due_at\) as due from job/, 'time of the next job'],
  [
    /^select (jobs, due_since|platform_id as platform, count|first\.platform_id|\(select count\(\*\) from \(select \S+ from delivery)/,
    'gauges',
  ],
  [/^select environment, kind, state, count/, 'gauges'],
  [/^select \* from \( ?select id, kind, key, platform_id, failures/, 'dead jobs and events, for the operator'],
  [/^select (\*|count\(\*\)::int as count|finding|\S+) from "?(audit_finding|stray_subject)"?/, 'findings of audits'],
  [/^select platform_id as "platformId", id(, count\(\*\) over \(\)::int as count)? from /, 'passes of audits'],
  [/^select max\(number\) as last, count/, 'the next journals of the audit'],
  [/^select operation\.platform_id as "platformId"/, 'passes of the audit of stablecoins'],
  [/^select (card_transaction\.\*|\*) from card_(transaction|opening)/, 'passes of the audit of cards'],
  [/^select transaction\.\*, .* from transaction where id > /, 'passes of the audit of transactions'],
  [/^select distinct platform_id as "platformId", subject from journal/, 'passes of the audit of transactions'],
  [/^select "uma_address" from "uma_address"/, 'the addresses of a customer, in the directory of addresses'],
];

/** An insertion of rows of one platform: Citus does not note its platform, although one worker runs it. */
const placed = /platform_id = \$\d+/;

export async function resetCounts(url: string): Promise<void> {
  await makeTester(url);
  await onDatabase(url, `select citus_stat_statements_reset()`);
  await onEachWorker(url, 'select pg_stat_statements_reset()');
}

/** Prints what should not be: an empty list, and no prepared transaction. Those that distribute a template do not count. */
export async function printCounts(url: string): Promise<void> {
  const ran = await onDatabase<{ query: string; executor: string; hasPlatform: boolean; calls: number }>(
    url,
    `select regexp_replace(trim(query), '\\s+', ' ', 'g') as query, executor, partition_key is not null as "hasPlatform", calls::int
     from citus_stat_statements where ${ofPlatform}`,
  );
  const looked = ran.filter(({ query, hasPlatform }) => !hasPlatform && looks.some(([begin]) => begin.test(query)));
  const strays = ran.filter((one) => !one.hasPlatform && !looked.includes(one) && !isPlaced(one));
  const prepared = await onEachWorker<{ calls: number }>(
    url,
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
     where query like 'PREPARE TRANSACTION%' and ${ofPlatform} and dbid not in (select oid from pg_database where datname ~ '^(world|flows)')`,
  );
  const sum = (rows: readonly { readonly calls: number }[]) => rows.reduce((total, { calls }) => total + calls, 0);
  console.info(
    `On the cluster: ${sum(ran)} statements, of which ${sum(looked)} looked for work on all workers; ${sum(prepared)} prepared transactions.`,
    [`On several workers, and not in the list: ${sum(strays)}`, ...strays.map(({ query }) => query.slice(0, 300))].join('\n'),
  );
}

const isPlaced = ({ query, executor }: { readonly query: string; readonly executor: string }) =>
  executor === 'adaptive' && /^(with .*)?insert into /.test(query) && placed.test(query);
