// A process with a single service.

import type { Door } from '../service/service.ts';
import { startMetricsServer } from './metrics-server.ts';
import { run } from './run.ts';
import { start } from './start.ts';

/** Runs a single service with its RPC door and its monitoring endpoint. */
export async function runService(door: Door): Promise<void> {
  await run(async (config, log) => {
    const others = { ...config, serviceUrls: new Map([...config.serviceUrls].filter(([name]) => name !== door.name)) };
    const started = await start({ doors: [door], config: others, log });
    const { host, metricsPort: port, mode } = config;
    const lines = [`The service ${door.name} is ready (${mode}).`, '', `  gRPC     ${started.rpcAddress.replace('http://', '')}`];
    try {
      if (port !== undefined) {
        const metrics = await startMetricsServer({ host, port, ...started });
        started.beforeStop(() => metrics.close());
        lines.push(`  health   ${metrics.address}/readyz`);
      }
    } catch (error) {
      await started.stop();
      throw error;
    }
    process.stdout.write(`${lines.join('\n')}\n`);
    return started;
  });
}
