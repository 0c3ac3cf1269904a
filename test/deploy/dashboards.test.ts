// The dashboards for Grafana: each panel reads metrics that exist, by a query that Prometheus understands.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { hasPromtool, metricsIn, promtool, servedMetrics, withoutPromtool } from './prometheus.ts';

const grafana = join(import.meta.dirname, '../../deploy/grafana');
const compose = readFileSync(join(grafana, '../compose.yaml'), 'utf8');
const provisioned = (path: string) => parse(readFileSync(join(grafana, 'provisioning', path), 'utf8'));

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[];
}
const files = readdirSync(join(grafana, 'dashboards'));
const dashboards: { uid: string; panels: Panel[] }[] = files.map((file) =>
  JSON.parse(readFileSync(join(grafana, 'dashboards', file), 'utf8')),
);
const panels = dashboards.flatMap((dashboard) => dashboard.panels);
const targets = panels.flatMap((panel) => panel.targets);

const folder = mkdtempSync(join(tmpdir(), 'payments-dashboards-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('panels have a title, an id of their own, and the source that is provisioned', () => {
  const { datasources } = provisioned('datasources/prometheus.yaml');
  const { providers } = provisioned('dashboards/payments.yaml');

  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(panels.filter(({ title }) => title === '')).toEqual([]);
  expect([...new Set(targets.map(({ datasource }) => datasource.uid))]).toEqual([datasources[0].uid]);
  expect(compose).toContain(`./grafana/dashboards:${providers[0].options.path}:ro`);
});

test('panels read metrics that a platform serves, and show all of them', async () => {
  const served = await servedMetrics();
  const read = new Set(targets.flatMap(({ expr }) => metricsIn(expr)));
  const isRead = (name: string) => read.has(name) || read.has(name.replace(/_(sum|count)$/, '_bucket'));

  expect([...read].filter((name) => !served.has(name))).toEqual([]);
  expect([...served].filter((name) => !isRead(name))).toEqual([]);
});

test('Prometheus understands each query', (context) => {
  if (!hasPromtool) return context.skip(withoutPromtool);
  const file = join(folder, 'rules.yaml');
  const rules = targets.map(({ expr }, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }));
  writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }));

  const { status, stderr } = spawnSync(promtool, ['check', 'rules', file], { encoding: 'utf8' });

  expect([status, stderr]).toEqual([0, '']);
});
