// What `tools/distribute.ts` says of a database: its plan, or why it refuses.
import { expect, test } from 'vitest';
import { webhooks } from '../../services/webhooks/service.ts';
import type { Cluster, StoredTable } from '../../tools/distribution/catalog.ts';
import { clusterRefusals, planFor } from '../../tools/distribution/plan.ts';

const cluster: Cluster = { version: '13.0-1', isCoordinator: true, workers: 2, processes: 0 };
const common = [
  'audit_run',
  'hash_key',
  'idempotency',
  'job',
  'master_key',
  'migration',
  'outbox',
  'personal_key',
  'placed_platform',
  'platform_clock',
];
const kept = ['attempt', 'delivery', 'event', 'lane', 'process', 'resealing', 'signing_key', 'snapshot_part', 'timeline'];
const stored = [...common, ...kept].map((name) =>
  table(name, ['attempt', 'delivery'].includes(name) ? { parents: ['event'] } : {}),
);

function table(name: string, more: Partial<StoredTable> = {}): StoredTable {
  return { name, rows: 0, parents: [], distributedBy: null, colocation: null, ...more };
}

const changed = (name: string, more: Partial<StoredTable>) =>
  stored.map((one) => (one.name === name ? { ...one, ...more } : one));

test.each<[string, Partial<Cluster>, string[]]>([
  ['accepts a coordinator with workers', {}, []],
  ['refuses a database without the extension', { version: null }, [expect.stringContaining('does not have the extension citus')]],
  ['refuses a worker', { isCoordinator: false }, [expect.stringContaining('is not the coordinator')]],
  ['refuses a coordinator without workers', { workers: 0 }, [expect.stringContaining('has no worker')]],
  ['refuses a database in use', { processes: 3 }, ['3 processes of the platform use it. Stop them.']],
])('it %s', (_, found, refusals) => {
  expect(clusterRefusals({ ...cluster, ...found })).toEqual(refusals);
});

test('tables are distributed by platform, after those that they refer to; others stay', () => {
  const { steps, refusals } = planFor(webhooks, stored);

  const names = steps.map((step) => step.table);
  expect(refusals).toEqual([]);
  expect(names.indexOf('delivery')).toBeGreaterThan(names.indexOf('event'));
  expect(steps.filter(({ column }) => column === undefined).map((step) => step.table)).toEqual([
    'audit_run',
    'hash_key',
    'master_key',
    'migration',
    'process',
    'resealing',
    'signing_key',
    'timeline',
  ]);
  expect(new Set(steps.map(({ column }) => column))).toEqual(new Set(['platform_id', undefined]));
});

test('what is distributed is done', () => {
  const { steps, refusals } = planFor(webhooks, changed('event', { distributedBy: 'platform_id', colocation: 1 }));

  expect(refusals).toEqual([]);
  expect(steps.find((step) => step.table === 'event')?.isDone).toBe(true);
  expect(steps.find((step) => step.table === 'delivery')?.isDone).toBe(false);
});

test.each<[string, readonly StoredTable[], string]>([
  ['of no version', [], 'does not exist'],
  ['of a newer version', [...stored, table('mail')], 'is of another version: mail'],
  ['of an older version', stored.filter(({ name }) => name !== 'lane'), 'is of another version: lane'],
  ['with a table by another column', changed('event', { distributedBy: 'id', colocation: 1 }), 'event is distributed by id'],
  ['with a distributed list', changed('timeline', { distributedBy: 'one', colocation: 1 }), 'timeline is distributed by one'],
  [
    'whose tables are apart',
    stored.map((one, index) => ({ ...one, ...(one.name !== 'timeline' && { distributedBy: 'platform_id', colocation: index }) })),
    'several colocation groups',
  ],
])('a schema %s is refused', (_, found, reason) => {
  expect(planFor(webhooks, found).refusals.join(' ')).toContain(reason);
});
