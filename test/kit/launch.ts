// The platform, or one of its services, in a process of its own: started, watched, killed, restarted.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOptions } from '../../bench/kit/start-options.ts';
import { databaseWaitMs } from './patience.ts';

export interface ProcessOptions {
  /** In addition to PORT, GRPC_PORT and the credentials of `clientId`. */
  readonly env: Readonly<Record<string, string>>;
  /** `gateway/main.ts` when absent. */
  readonly main?: string;
  /** The folder of another version; this one when absent. */
  readonly root?: string;
  /** Of its command line. */
  readonly args?: readonly string[];
  /** Runs `npm start` instead, in its own process group; the pack must be fresh. */
  readonly isByNpm?: boolean;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Its output. */
  readonly output: string;
}

export interface TestProcess {
  readonly pid: number;
  /** The REST address, without a path; empty for a service alone. */
  readonly origin: string;
  /** Host and port of gRPC. */
  readonly rpc: string;
  /** The output so far. */
  output(): string;
  readonly ended: Promise<Ended>;
  /** Sends the signal and waits for the exit. With npm the signal goes to the whole group, as from a terminal. */
  end(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Of the sandbox platform in every process of the tests. */
export const clientId = 'flow';
export const clientSecret = 'flow-secret';
export const token = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
export const masterKey = '07'.repeat(32);

/** Starts a process and waits until it is ready. Throws with its output, and its exit as the cause, if it exits earlier. */
export async function startProcess(options: ProcessOptions): Promise<TestProcess> {
  const { child, output, ended } = launch(options);
  const ready = await Promise.race([readyIn(child, output), ended]);
  if ('code' in ready) throw new Error(`The process ended before it was ready: ${JSON.stringify(ready)}`, { cause: ready });
  return {
    pid: child.pid ?? 0,
    ...ready,
    output,
    ended,
    end: async (signal = 'SIGTERM') => {
      if (options.isByNpm) process.kill(-(child.pid ?? 0), signal);
      else child.kill(signal);
      return ended;
    },
  };
}

/** Runs a process that is expected to exit without a signal. */
export function runProcess(options: ProcessOptions): Promise<Ended> {
  return launch(options).ended;
}

/** Unused ports outside the range of ephemeral ports, so that no other process gets them in the meantime. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer().once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}

const here = join(import.meta.dirname, '../..');
const launched = new Set<ChildProcess>();
process.once('exit', killAll);

/** Kills the processes started here that are still running. */
export function killAll(): void {
  for (const child of launched) child.kill('SIGKILL');
}

function launch({ env, main = 'gateway/main.ts', root = here, args = [], isByNpm = false }: ProcessOptions) {
  const node = [process.execPath, ...startOptions, '--import', join(root, 'test/kit/crash-at.ts'), join(root, main), ...args];
  const [command = '', ...rest] = isByNpm ? ['npm', 'start', '--ignore-scripts'] : node;
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...standing, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: isByNpm,
  });
  launched.add(child);
  let text = '';
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (text += bytes.toString()));
  const output = () => text;
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    launched.delete(child);
    return { code, signal, output: text };
  });
  return { child, output, ended };
}

const standing = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), 'payments-test-compiled'),
  PORT: '0',
  GRPC_PORT: '0',
  LOG_LEVEL: 'error',
  DATABASE_WAIT_MS: `${databaseWaitMs}`,
  MASTER_KEY: masterKey,
  AUTH_FAILURES_PER_MINUTE: '0',
  SANDBOX_CLIENT_ID: clientId,
  SANDBOX_CLIENT_SECRET: clientSecret,
};

/** Both kinds of processes print their addresses when they are ready, gRPC as the last but one or the only one. */
async function readyIn(child: ChildProcess, output: () => string): Promise<{ origin: string; rpc: string }> {
  for (;;) {
    const [, rpc] = /^ {2}gRPC +(\S+)/m.exec(output()) ?? [];
    const [, origin = ''] = /REST\s+(https?:\/\/[^/\s]+)/.exec(output()) ?? [];
    if (rpc !== undefined) return { origin, rpc };
    await once(child.stdout ?? child, 'data');
  }
}
