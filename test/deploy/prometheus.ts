// What tests of alerts and dashboards share: the metrics that a platform serves, and Prometheus's program that reads queries.
import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { silent } from '../../services/kit/core/log.ts';
import { openCertificate } from '../../services/kit/rpc/certificate.ts';
import { newCertificate } from '../kit/certificates.ts';
import { makePayer, makeQuote, makeSlowPayee } from '../kit/payments.ts';
import { startWorld } from '../kit/platform.ts';
import { callRates } from '../kit/provider-calls.ts';
import { startReceiver } from '../kit/receiver.ts';

/** The program, which Debian's package `prometheus` contains. */
export const promtool = process.env.PROMTOOL ?? 'promtool';
export const hasPromtool = spawnSync(promtool, ['--version']).status === 0;
export const withoutPromtool = 'promtool is not installed (Debian: prometheus).';

/** Names of the metrics of a platform with a certificate that has answered a call, called a provider and audited itself. */
export async function servedMetrics(): Promise<ReadonlySet<string>> {
  const certificate = await openCertificate(await newCertificate(), silent);
  onTestFinished(() => certificate.close());
  const world = await startWorld({ certificate });
  const receiver = await startReceiver();
  await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  await world.rest('POST', '/webhooks/test');
  const { accountId, customerId } = await makePayer(world.rest);
  await makeQuote(world.rest, { from: accountId, to: await makeSlowPayee(world.rest, customerId) });
  await callRates(world);
  await world.running.audit();
  world.wall.advance(15_000);
  await world.settle();
  const { payload } = await world.app.inject('/metrics');
  return new Set([...payload.matchAll(/^(payments_\w+)[{ ]/gm)].map(([, name = '']) => name));
}

/** Metrics that a query reads, without `up`, which Prometheus makes. */
export const metricsIn = (query: string) => [...query.matchAll(/payments_\w+/g)].map(([name]) => name);
