// The alerts for Prometheus: they read metrics that exist, fire for their cause alone, and have an entry in the runbook.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { hasPromtool, metricsIn, promtool, servedMetrics, withoutPromtool } from './prometheus.ts';

const root = join(import.meta.dirname, '../..');
const rulesFile = join(root, 'deploy/prometheus/alerts.yaml');
const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
}
const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

test('each alert has an entry in the runbook, and each entry an alert', () => {
  const entries = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);

  expect(entries).toEqual(rules.map(({ alert }) => alert));
});

test('alerts read metrics that a platform serves', async () => {
  const served = await servedMetrics();

  const read = rules.flatMap(({ expr }) => metricsIn(expr));

  expect(read.filter((name) => !served.has(name))).toEqual([]);
});

test('the documentation lists the metrics that a platform serves', async () => {
  const served = [...(await servedMetrics())].map((name) => name.replace(/_(bucket|sum|count)$/, ''));

  const listed = [...operations.matchAll(/^\| (`payments_.*?`) \|/gm)].flatMap(([, names = '']) => metricsIn(names));

  expect(listed.toSorted()).toEqual([...new Set(served)].toSorted());
});

/** Series of a healthy platform for 40 minutes, and what makes each alert fire. */
const series = {
  up: 'up{job="payments", instance="one"}',
  findings: 'payments_audit_findings{job="payments", service="accounts"}',
  deadLetters: 'payments_dead_letters{job="payments", service="transfers"}',
  good: 'payments_calls_total{job="payments", method="GetConfig", code="OK"}',
  broken: 'payments_calls_total{job="payments", method="GetConfig", code="INTERNAL_ERROR"}',
  unavailable: 'payments_calls_total{job="payments", method="GetConfig", code="SERVICE_UNAVAILABLE"}',
  unauthorized: 'payments_calls_total{job="payments", method="GetConfig", environment="none", code="UNAUTHORIZED"}',
  quick: 'payments_call_duration_seconds_bucket{job="payments", le="1"}',
  slow: 'payments_call_duration_seconds_bucket{job="payments", le="5"}',
  all: 'payments_call_duration_seconds_bucket{job="payments", le="+Inf"}',
  jobDelay: 'payments_job_delay_seconds{job="payments", service="transfers"}',
  failing: 'payments_jobs_failing{job="payments", service="transfers"}',
  heldAge: 'payments_open_payment_age_seconds{job="payments", environment="sandbox", kind="PAYMENT", state="HELD"}',
  sentAge: 'payments_open_payment_age_seconds{job="payments", environment="sandbox", kind="PAYMENT", state="SENT"}',
  eventDelay: 'payments_event_delay_seconds{job="payments", service="transfers"}',
  webhookDelay: 'payments_webhook_delay_seconds{job="payments", service="webhooks", state="NEW"}',
  givenUp: 'payments_webhooks_given_up_total{job="payments"}',
  waiting: 'payments_database_calls_waiting{job="payments", service="transfers"}',
  loop: 'payments_event_loop_delay_seconds{job="payments", instance="one"}',
  certificate: 'payments_tls_certificate_expiry_timestamp_seconds{job="payments", instance="one"}',
} as const;
const healthy: Record<keyof typeof series, string> = {
  up: '1x80',
  findings: '0x80',
  deadLetters: '0x80',
  good: '0+600x80',
  broken: '0x80',
  unavailable: '0+3x80',
  unauthorized: '0+30x80',
  quick: '0+600x80',
  slow: '0+600x80',
  all: '0+600x80',
  jobDelay: '2x80',
  failing: '0x80',
  heldAge: '2x80',
  sentAge: '86400x80',
  eventDelay: '2x80',
  webhookDelay: '3x80',
  givenUp: '0x80',
  waiting: '0x80',
  loop: '0.01x80',
  certificate: '2000000x80',
};
const causes: readonly (readonly [alert: string, values: Partial<typeof healthy>])[] = [
  ['PaymentsDown', { up: '0x80' }],
  ['PaymentsBooksWrong', { findings: '1x80' }],
  ['PaymentsDeadLetters', { deadLetters: '1x80' }],
  ['PaymentsInternalErrors', { broken: '0+1x80' }],
  ['PaymentsUnavailable', { unavailable: '0+20x80' }],
  ['PaymentsSlow', { quick: '0+580x80' }],
  ['PaymentsJobsLate', { jobDelay: '90x80' }],
  ['PaymentsJobsFailing', { failing: '2x80' }],
  ['PaymentsStuck', { heldAge: '1000x80' }],
  ['PaymentsUnreported', { sentAge: '500000x80' }],
  ['PaymentsEventsLate', { eventDelay: '90x80' }],
  ['PaymentsWebhooksLate', { webhookDelay: '400x80' }],
  ['PaymentsWebhooksGivenUp', { givenUp: '0+1x80' }],
  ['PaymentsConnectionsExhausted', { waiting: '3x80' }],
  ['PaymentsEventLoopBlocked', { loop: '0.8x80' }],
  ['PaymentsFailedLogins', { unauthorized: '0+200x80' }],
  ['PaymentsCertificateExpires', { certificate: '1000000x80' }],
];

const folder = mkdtempSync(join(tmpdir(), 'payments-alerts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A platform with these values for 40 minutes must fire this alert and no other. */
function firing(values: Partial<typeof healthy>, alert?: string) {
  const whole = { ...healthy, ...values };
  const expected = alert === undefined ? [] : [{ labels: `{alertname="${alert}"}`, value: 1 }];
  return {
    interval: '30s',
    input_series: Object.entries(series).map(([name, text]) => ({ series: text, values: whole[name as keyof typeof series] })),
    promql_expr_test: [{ expr: 'count by (alertname) (ALERTS{alertstate="firing"})', eval_time: '38m', exp_samples: expected }],
  };
}

test('each alert fires for its cause, and none for a healthy platform', (context) => {
  if (!hasPromtool) return context.skip(withoutPromtool);
  const file = join(folder, 'tests.yaml');
  const tests = [firing({}), ...causes.map(([alert, values]) => firing(values, alert))];
  writeFileSync(file, stringify({ rule_files: [rulesFile], evaluation_interval: '30s', tests }));

  const { stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });

  expect(causes.map(([alert]) => alert)).toEqual(rules.map(({ alert }) => alert));
  expect(`${stdout}${stderr}`).toContain('SUCCESS');
});
