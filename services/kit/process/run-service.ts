// A process with a single service.

import type { Door } from '../service/service.ts';
import { run } from './run.ts';
import { start } from './start.ts';

/** Runs a single service with its RPC door and its monitoring endpoint. */
export function runService(door: Door): Promise<boolean> {
  return run(async (config, log) => {
    const others = { ...config, serviceUrls: new Map([...config.serviceUrls].filter(([name]) => name !== door.name)) };
    const started = await start({ doors: [door], config: others, log });
    const { rpcAddress, metricsAddress } = started;
    const lines = [`The service ${door.name} is ready (${config.mode}).`, '', `  gRPC     ${new URL(rpcAddress).host}`];
    if (metricsAddress !== undefined) lines.push(`  health   ${metricsAddress}/readyz`);
    return { ...started, summary: `${lines.join('\n')}\n` };
  });
}
