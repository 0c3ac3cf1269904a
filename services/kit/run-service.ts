// A process that runs one service alone.
import { startMetricsServer } from './metrics-server.ts';
import { run } from './run.ts';
import type { Door } from './service.ts';
import { start } from './start.ts';

/** Runs one service alone, with its RPC door. */
export async function runService(door: Door): Promise<void> {
  await run(async (config, log) => {
    const others = { ...config, serviceUrls: new Map([...config.serviceUrls].filter(([name]) => name !== door.name)) };
    const started = await start({ doors: [door], config: others, log });
    const { host, metricsPort: port } = config;
    if (port !== undefined) {
      const metrics = await startMetricsServer({ host, port, ...started });
      started.beforeStop(() => metrics.close());
    }
    process.stdout.write(`The service ${door.name} takes gRPC at ${started.rpcAddress}\n`);
    return started;
  });
}
