// The example rail as a process, controlled by the test.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { atEndOfFile } from '../kit/file-end.ts';
import type { Done, Order } from './example-rail.ts';

export interface RailProcess {
  readonly address: string;
  /** Returns when the rail has done it and reported to the platform. */
  tell(order: Order): Promise<void>;
  done(): Promise<Done>;
  stop(): Promise<void>;
}

/** Settings that the platform and its rail share. */
export const railSecrets = { RAIL_SECRET: '0a'.repeat(32), RATE_SECRET: '0b'.repeat(32) };

export async function startRail(port = 0, secrets = railSecrets): Promise<RailProcess> {
  const env = { ...process.env, ...secrets, PORT: `${port}` };
  const child = fork(join(import.meta.dirname, 'example-rail.ts'), { env, serialization: 'advanced' });
  atEndOfFile(() => void child.kill('SIGKILL'));
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  const stop = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    address,
    tell: async (order) => void (await send(child, order)),
    done: async () => (await send(child, 'done')) as Done,
    stop,
  };
}

/** One request at a time. */
async function send(child: ChildProcess, order: Order | 'done'): Promise<unknown> {
  const answered = once(child, 'message');
  child.send(order);
  const [{ said, failed }] = (await answered) as [{ said?: unknown; failed?: string }];
  if (failed !== undefined) throw new Error(failed);
  return said;
}
