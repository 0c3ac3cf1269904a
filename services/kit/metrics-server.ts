// What a service that runs alone shows to those who watch over it: gauges for Prometheus, and whether it lives and is ready.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { drain } from './drain.ts';
import { type Gauges, gaugesText } from './gauges.ts';

export interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** Why the process is not ready; undefined when it is. */
  readonly problem: () => string | undefined;
  readonly gauges: () => ReadonlyMap<string, Gauges>;
}

export async function startMetricsServer({
  host,
  port,
  problem,
  gauges,
}: MetricsServerOptions): Promise<{ close(): Promise<void> }> {
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
  return { close: () => drain({ server, close }) };
}
