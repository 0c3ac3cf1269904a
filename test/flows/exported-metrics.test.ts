// Metrics of a process that exports them by OTLP, configured by the variables of OpenTelemetry.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startProcess } from '../kit/launch.ts';
import { startOtlpReceiver } from '../kit/otlp-receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

const otlp = await startOtlpReceiver();
const DATA_DIR = mkdtempSync(join(tmpdir(), 'payments-metrics-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const env = {
  DATABASE_URL: await flowDatabase(),
  DATA_DIR,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${otlp.url}/v1/metrics`,
  OTEL_METRIC_EXPORT_INTERVAL: '100',
  OTEL_SERVICE_NAME: 'gateway',
};

const name = 'payments_call_duration_seconds';
const method = 'payments.platform.v1.PlatformService/GetConfig';
const lastCount = () => otlp.points.findLast(({ metric, attributes }) => metric === name && attributes.method === method);

test('metrics are exported at intervals and at the end, and Prometheus can read them, too', async () => {
  const gateway = await startProcess({ env });
  const rest = restAt(gateway.origin);

  await rest('GET', '/config');
  await expect.poll(() => lastCount()?.value).toBe(1);
  const { status } = await rest('GET', '/config');
  const page = await (await fetch(`${gateway.origin}/metrics`)).text();
  await gateway.end();

  expect(status).toBe(200);
  expect(lastCount()).toMatchObject({ value: 2, service: 'gateway' });
  expect(page).toContain(`method="${method}"`);
  expect(otlp.spans).toEqual([]);
});
