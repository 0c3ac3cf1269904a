// The monitoring endpoint of a service in its own process: gauges for Prometheus, liveness and readiness.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { urlHost } from '../core/url-host.ts';
import { type Gauges, gaugesText } from '../service/gauges.ts';
import { drain } from './drain.ts';

export interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** Why the process is not ready. Undefined if it is. */
  readonly problem: () => string | undefined;
  readonly gauges: () => ReadonlyMap<string, Gauges>;
}

export interface MetricsServer {
  /** `http://127.0.0.1:8080` */
  readonly address: string;
  close(): Promise<void>;
}

export async function startMetricsServer({ host, port, problem, gauges }: MetricsServerOptions): Promise<MetricsServer> {
  const answers: Readonly<Record<string, () => [number, string]>> = {
    '/metrics': () => [200, gaugesText(gauges())],
    '/livez': () => [200, ''],
    '/readyz': () => [problem() === undefined ? 200 : 503, problem() ?? ''],
  };
  const server = createServer(
    { connectionsCheckingInterval: 5_000, headersTimeout: 10_000 },
    ({ method, url = '' }, response) => {
      const [status, text] = (method === 'GET' && answers[url]?.()) || [404, ''];
      response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4' }).end(text);
    },
  );
  await once(server.listen(port, host), 'listening');
  const close = () => new Promise((resolve) => server.close(resolve));
  const { port: chosen } = server.address() as AddressInfo;
  return { address: `http://${urlHost(host)}:${chosen}`, close: () => drain({ server, close }) };
}
