// The monitoring endpoint of a service in its own process: metrics for Prometheus, liveness and readiness.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { urlHost } from '../core/url-host.ts';
import { drain } from './drain.ts';
import { prometheusType } from './telemetry.ts';

export interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** Why the process is not ready. Undefined if it is. */
  readonly problem: () => string | undefined;
  /** All metrics, as Prometheus reads them. */
  readonly metrics: () => Promise<string>;
}

export interface MetricsServer {
  /** `http://127.0.0.1:8080` */
  readonly address: string;
  close(): Promise<void>;
}

type Answer = readonly [status: number, text: string];

export async function startMetricsServer({ host, port, problem, metrics }: MetricsServerOptions): Promise<MetricsServer> {
  const answers: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
    '/metrics': async () => [200, await metrics()],
    '/livez': () => [200, ''],
    '/readyz': () => [problem() === undefined ? 200 : 503, problem() ?? ''],
  };
  const server = createServer(
    { connectionsCheckingInterval: 5_000, headersTimeout: 10_000 },
    async ({ method, url = '' }, response) => {
      const [status, text] = (method === 'GET' && (await answers[url]?.())) || [404, ''];
      response.writeHead(status, { 'content-type': prometheusType }).end(text);
    },
  );
  await once(server.listen(port, host), 'listening');
  const close = () => new Promise((resolve) => server.close(resolve));
  const { port: chosen } = server.address() as AddressInfo;
  return { address: `http://${urlHost(host)}:${chosen}`, close: () => drain({ server, close }) };
}
