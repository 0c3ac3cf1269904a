// What a platform measures, as series for Prometheus's tests of rules.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { stringify } from 'yaml';
import { promtool } from './prometheus.ts';

export const rulesFile = join(import.meta.dirname, '../../deploy/prometheus/alerts.yaml');
export const intervalSeconds = 15;
const scrapes = 160;
const folder = mkdtempSync(join(tmpdir(), 'payments-causes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Metrics by their names and labels; without an answer, only that there is none. */
export async function scrapeOf(address: string): Promise<ReadonlyMap<string, number>> {
  const labels = 'job="payments", instance="one"';
  const text = await fetch(`${address}/metrics`).then(
    (answer) => answer.text(),
    () => undefined,
  );
  const lines = [...(text ?? '').matchAll(/^(payments_\w+)(?:\{(.*)\})? (\S+)$/gm)];
  return new Map([
    [`up{${labels}}`, text === undefined ? 0 : 1],
    ...lines.map(([, name, own, value]): [string, number] => [`${name}{${own ? `${own}, ` : ''}${labels}}`, Number(value)]),
  ]);
}

export const valueIn = (metrics: ReadonlyMap<string, number>, name: string) =>
  Math.max(0, ...[...metrics].filter(([series]) => series.startsWith(`${name}{`)).map(([, value]) => value));

const isCounter = (series: string) => /^\w+_(total|bucket|count|sum)\{/.test(series);

/** Values for 40 minutes, during which the cause lasts. */
export function seriesOf(before: ReadonlyMap<string, number>, during: ReadonlyMap<string, number>) {
  return [...during].map(([series, value]) => {
    const grown = value - (before.get(series) ?? 0);
    if (isCounter(series)) return { series, values: `0+${grown.toFixed(6)}x${scrapes}` };
    const seen = /^\w+_timestamp_seconds\{/.test(series) ? value - Date.now() / 1000 : value; // the clock of promtool begins at 0
    return { series, values: `${seen.toFixed(6)}x${scrapes}` };
  });
}

interface Expected {
  readonly alert: string;
  readonly isFiring: boolean;
}

/** What promtool says about this expectation. */
export function verdictOn(series: readonly object[], { alert, isFiring }: Expected): string {
  const file = join(folder, 'tests.yaml');
  const expr = `sum(count by (alertname) (ALERTS{alertstate="firing", alertname="${alert}"}) > bool 0)`;
  const queries = [{ expr, eval_time: '38m', exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [] }];
  const interval = `${intervalSeconds}s`;
  const tests = [{ interval, input_series: series, promql_expr_test: queries }];
  writeFileSync(file, stringify({ rule_files: [rulesFile], evaluation_interval: interval, tests }));
  const { stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });
  return stdout + stderr;
}
