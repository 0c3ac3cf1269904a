// The migrated database accepts every statement of the `sql` tag. Every statement of a request filters by platform.
import { RawNode } from 'kysely';
import { Client, type QueryConfig } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { agents as agentsService } from '../../services/agents/service.ts';
import { agents } from '../../services/agents/store/agents.ts';
import { services } from '../../services/all.ts';
import { silent } from '../../services/kit/core/log.ts';
import { openDatabase } from '../../services/kit/storage/database.ts';
import { platformLockedBy } from '../../services/kit/storage/distributed.ts';
import { kitMigrations } from '../../services/kit/storage/kit-migrations.ts';
import { testDatabase } from '../kit/database.ts';
import { templateOf } from '../kit/doors.ts';
import { templatesOf } from '../kit/sources.ts';
import { type CatalogTable, tablesIn } from './catalog.ts';
import { scansOfAllPlatforms } from './conditions.ts';
import { fragmentsIn, isAsCalled, schemaOf, storeFiles } from './store-files.ts';
import { type StoreWork, workOf } from './store-statements.ts';

const url = await testDatabase(await templateOf(services));
const client = new Client({ connectionString: url });
await client.connect();
afterAll(() => client.end());

/** Their statements depend on words or columns that specimens do not know. The tests named run them all. */
const testedElsewhere = new Set([
  'services/transfers/store/transaction-counts.ts', // list-counts.test.ts
  'services/accounts/store/audit-findings.ts', // ledger-audit.test.ts
  'services/cards/store/payment-statements.ts', // life-cycle.test.ts, for each kind of change
  'services/kit/storage/resealing.ts', // reseal.test.ts, for each sealed column
  'services/kit/storage/platform-rows.ts', // reset.test.ts, for each table
  'services/kit/storage/platform-snapshots.ts', // fork.test.ts, for each table
]);

const files = storeFiles.filter((file) => !testedElsewhere.has(file));
const work = new Map<string, StoreWork>();
for (const file of files) work.set(file, await workOf(file));
const statementsOf = (file: string) => work.get(file)?.statements ?? [];
/** For distributed tables. A plain PostgreSQL can prepare them as well. */
const apart = new Map<string, StoreWork>();
for (const file of files) apart.set(file, await workOf(file, true));
const statementsOfBoth = (file: string) => [...statementsOf(file), ...(apart.get(file)?.statements ?? [])];

test.each(files)('the database accepts the statements of %s', async (file) => {
  await client.query(`set search_path = ${schemaOf(file)}`);

  const refusals: string[] = [];
  for (const { sql, node } of statementsOfBoth(file)) if (!node || RawNode.is(node)) refusals.push(...(await refusalOf(sql)));
  expect(refusals).toEqual([]);
});

// Some templates are reached with particular arguments only: by the tests of their own. Their number may shrink, and not grow.
test('nearly all templates are in a statement that was prepared', () => {
  const prepared = new Set(files.flatMap(statementsOfBoth).flatMap(({ node }) => fragmentsIn(node)));
  const templates = files.flatMap((file) =>
    templatesOf(file, 'sql').map(({ line, parts }) => ({ at: `${file}:${line}`, parts })),
  );

  const others = templates.filter(({ parts }) => !prepared.has(parts.join('?'))).map(({ at }) => at);
  expect(others.length, others.join('\n')).toBeLessThanOrEqual(60);
  expect(templates.length).toBeGreaterThan(250);
});

test('a read that locks rows names its platform, which then stays on its server', () => {
  const locking = files.flatMap((file) =>
    statementsOfBoth(file).map(({ sql, by }) => ({ sql, at: `${file} ${[...by].join(', ')}` })),
  );
  const reads = locking.filter(({ sql }) => /^\s*select[^]* for (no key )?update/i.test(sql));
  const values = Array.from({ length: 100 }, (_, index) => `$${index + 1}`);

  const others = reads.filter(({ sql }) => platformLockedBy(sql, values) === undefined).map(({ at }) => at);
  expect(reads.length).toBeGreaterThan(15);
  expect([...new Set(others)]).toEqual([
    'services/accounts/store/audit-readings.ts nextStretch', // of a table whose rows stay on the coordinator
    'services/accounts/store/ledger-statements.ts lockBalances', // the ledger keeps the platform there with a statement of its own
  ]);
});

test('so does a locking read by the ORM', async () => {
  const migrations = [...kitMigrations, ...agentsService.migrations];
  const database = await openDatabase({ url, schema: 'agents', entities: agentsService.entities ?? [], migrations, log: silent });
  const [platformId, id] = [crypto.randomUUID(), crypto.randomUUID()];
  const sent = vi.spyOn(Client.prototype, 'query');

  await database.transaction((tx) => agents(tx).lock(platformId, id));
  await database.transaction((tx) => agents(tx).lockAllOf({ platformId, customerId: id }));

  const statements = sent.mock.calls.map(([statement]) => statement as unknown as QueryConfig);
  const reads = statements.filter(({ text }) => / for update$/i.test(text));
  sent.mockRestore();
  await database.close();
  expect(reads.map(({ text, values = [] }) => platformLockedBy(text, values))).toEqual([platformId, platformId]);
});

/** Functions, or all functions of a file, whose statements read rows of all platforms, and why. */
const ofAllPlatforms: Readonly<Record<string, string>> = {
  'services/accounts/store/audit-readings.ts': 'audit',
  'services/accounts/store/audit-sums-apart.ts': 'audit',
  'services/accounts/store/internal-account-lists.ts withoutCoordinates': 'sweep',
  'services/accounts/store/internal-accounts.ts withoutCoordinates': 'sweep',
  'services/accounts/store/journals.ts subjects': 'audit',
  'services/auth/store/failed-attempts.ts sweep': 'sweep',
  'services/cards/store/audit.ts': 'audit',
  'services/cards/store/due-payments.ts take': 'sweep',
  'services/cards/store/due-payments.ts takeOpenings': 'sweep',
  'services/kit/background/backlog.ts readBacklog': 'counts the waiting work of a service, for its gauges',
  'services/kit/background/dead-letters.ts': 'for the operator of all platforms',
  'services/kit/background/job-claims.ts nextDue': 'worker: time of the next job',
  'services/kit/calls/idempotency.ts sweep': 'sweep',
  'services/platform/store/platforms.ts list': 'for the operator of all platforms',
  'services/stablecoins/store/audit.ts': 'audit',
  'services/stablecoins/store/stablecoins.ts find': 'directory of network tokens',
  'services/transfers/store/audit-strays.ts': 'audit',
  'services/transfers/store/audit-walk.ts': 'audit',
  'services/transfers/store/count-changes.ts platformsToFold': 'worker: finds the platforms before it folds their changes',
  'services/transfers/store/expiry-apart.ts lapsedPlatforms': 'sweep',
  'services/transfers/store/lapses-apart.ts removeExpiredApart': 'sweep',
  'services/transfers/store/lapses.ts removeExpired': 'sweep',
  'services/transfers/store/open-payments.ts openPayments': 'counts open payments, for gauges',
  'services/transfers/store/transactions.ts expire': 'sweep',
  'services/transfers/store/transactions.ts lapsedPlatforms': 'sweep',
  'services/webhooks/store/backlog.ts readBacklog': 'counts waiting deliveries, for gauges',
  'services/webhooks/store/deliveries-apart.ts platformsDueApart':
    'worker: finds the platforms before it claims their deliveries',
  'services/webhooks/store/deliveries.ts platformsDue': 'worker: finds the platforms before it claims their deliveries',
  'services/webhooks/store/events.ts removeBefore': 'sweep',
  'services/webhooks/store/events.ts removeAttemptsBefore': 'sweep',
  'services/webhooks/store/lanes.ts releaseAll': 'worker: releases its leases when it stops',
};

test('each statement of a request filters by platform', async () => {
  const keyed = await tablesKeyedByPlatform();
  const found = new Set<string>();
  let planned = 0;
  for (const file of files) {
    await client.query(`set search_path = ${schemaOf(file)}`);
    for (const { sql, by } of statementsOf(file).filter(isAsCalled)) {
      const tables = await scansOfAllPlatforms(client, sql);
      if (tables) planned += 1;
      if (tables?.some((table) => keyed.has(table))) for (const name of by) found.add(exceptionFor(file, name));
    }
    for (const { entity, properties, by } of work.get(file)?.lookups ?? []) {
      const isKeyed = 'platformId' in entity.meta.properties;
      if (isKeyed && !properties.includes('platformId')) found.add(exceptionFor(file, by));
    }
  }

  expect([...found].toSorted()).toEqual(Object.keys(ofAllPlatforms).toSorted());
  expect(planned).toBeGreaterThan(300);
});

const exceptionFor = (file: string, name: string) => (file in ofAllPlatforms ? file : `${file} ${name}`);

test.each([
  ['select from job where id = $1', ['platform.job']],
  ['select from job where platform_id = $1 and id = $2', []],
  ['select from job where platform_id = $1 or id = $2', ['platform.job']],
  ['select from job where platform_id > $1', ['platform.job']],
  ['select from job join outbox using (platform_id) where job.id = $1', ['platform.job', 'platform.outbox']],
  ['select from job join outbox using (platform_id) where outbox.platform_id = any($1)', []],
  ['select from job join unnest($1::uuid[], $2::uuid[]) k (platform_id, id) using (platform_id, id)', []],
  [
    'select (select max(created_at) from outbox where outbox.platform_id = job.platform_id) from job',
    ['platform.job', 'platform.outbox'],
  ],
  ['update job set claim = null where id in (select id from job where platform_id = $1)', ['platform.job']],
])('of %s all platforms are read in %j', async (sql, expected) => {
  await client.query('set search_path = platform');

  const tables = await scansOfAllPlatforms(client, sql);

  expect(tables?.toSorted()).toEqual(expected);
});

async function tablesKeyedByPlatform(): Promise<Set<string>> {
  const all: CatalogTable[] = [];
  for (const { name } of services) all.push(...(await tablesIn(client, name)));
  return new Set(all.filter(({ primary }) => primary[0] === 'platform_id').map(({ name }) => name));
}

/** Why the database refuses a statement; undefined if it does not. */
async function refusalOf(sql: string): Promise<string[]> {
  try {
    await client.query(`prepare statement as ${sql}`);
    await client.query('deallocate statement');
    return [];
  } catch (error) {
    return [`${(error as Error).message}: ${sql}`];
  }
}
