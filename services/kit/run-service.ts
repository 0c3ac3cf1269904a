// A process that runs one service alone.
import { run } from './run.ts';
import type { Door } from './service.ts';
import { start } from './start.ts';

/** Runs one service alone, with its RPC door. */
export async function runService(door: Door): Promise<void> {
  await run(async (config, log) => {
    const others = { ...config, serviceUrls: new Map([...config.serviceUrls].filter(([name]) => name !== door.name)) };
    const started = await start({ doors: [door], config: others, log });
    process.stdout.write(`The service ${door.name} takes gRPC, gRPC-Web and Connect at ${started.rpcAddress}\n`);
    return started;
  });
}
