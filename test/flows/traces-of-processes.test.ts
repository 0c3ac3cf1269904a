// A trace of two processes of an installation, configured by the variables of OpenTelemetry.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePorts, startProcess } from '../kit/launch.ts';
import { startOtlpReceiver } from '../kit/otlp-receiver.ts';
import { makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

const otlp = await startOtlpReceiver();
const DATA_DIR = mkdtempSync(join(tmpdir(), 'payments-traces-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const [accountsPort, gatewayPort] = await freePorts(2);
const shared = {
  DATABASE_URL: await flowDatabase(),
  DATA_DIR,
  OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
  OTEL_TRACES_SAMPLER: 'always_on',
};
const atGateway = ['agents', 'auth', 'cards', 'customers', 'platform', 'stablecoins', 'transfers', 'webhooks'].map((service) => [
  `${service.toUpperCase()}_URL`,
  `http://127.0.0.1:${gatewayPort}`,
]);
const ofAccounts = { ...shared, ...Object.fromEntries(atGateway), GRPC_PORT: `${accountsPort}`, OTEL_SERVICE_NAME: 'accounts' };
const ofGateway = {
  ...shared,
  ACCOUNTS_URL: `http://127.0.0.1:${accountsPort}`,
  GRPC_PORT: `${gatewayPort}`,
  OTEL_SERVICE_NAME: 'gateway',
};

test('the metadata of a call continues the trace in the other process', async () => {
  const [accounts, gateway] = await Promise.all([
    startProcess({ main: 'services/accounts/main.ts', env: ofAccounts }),
    startProcess({ env: ofGateway }),
  ]);
  const rest = restAt(gateway.origin);
  const payer = await makePayer(rest);
  const quote = await makeQuote(rest, { from: payer.accountId, to: await makePayee(rest, payer.customerId) });
  const traceId = '0af7651916cd43dd8448eb211c80319c';

  await rest('POST', `/quotes/${quote.id}/execute`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-00` } });
  await gateway.end();
  await accounts.end();

  const name = 'payments.accounts.v1.LedgerService/Post';
  const posts = otlp.spans.filter((span) => span.traceId === traceId && span.name === name && span.kind === 'INTERNAL');
  expect(posts.length).toBeGreaterThan(0);
  for (const post of posts) {
    const path = otlp.pathTo(post).slice(-3);
    expect(path.map(({ service, kind, name: own }) => [service, kind, own])).toEqual([
      ['gateway', 'CLIENT', name],
      ['accounts', 'SERVER', name],
      ['accounts', 'INTERNAL', name],
    ]);
    expect(otlp.pathTo(post)[0]?.name).toBe('POST /quotes/:quote_id/execute');
  }
});
