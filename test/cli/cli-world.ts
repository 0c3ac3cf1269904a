// The command line in the process of the test, next to a sandbox that listens on a port.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runPayments } from '../../tools/payments/run.ts';
import { atEndOfFile } from '../kit/file-end.ts';
import { startWorld, type Tenant, type World, type WorldOptions } from '../kit/platform.ts';

export interface RunOptions {
  /** Instead of the settings that name the platform. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
  readonly folder?: string;
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A command that runs until it is interrupted. */
export interface Started {
  out(): string;
  err(): string;
  /** Like Ctrl-C. */
  interrupt(): Promise<number>;
}

export interface CliWorld extends World {
  readonly origin: string;
  /** Runs a command line for the platform of the world, or another one. */
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** What a successful command prints with `--json`: its first document. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  json(args: readonly string[], options?: RunOptions): Promise<any>; // oxlint-disable-line typescript/no-explicit-any
  start(args: readonly string[], options?: RunOptions): Started;
  /** Settings that name a platform. */
  environmentOf(tenant: Tenant): Record<string, string>;
}

export async function startCli(options: WorldOptions = {}): Promise<CliWorld> {
  const world = await startWorld(options);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  const environmentOf = ({ clientId, clientSecret }: Pick<Tenant, 'clientId' | 'clientSecret'>) => ({
    PAYMENTS_URL: origin,
    PAYMENTS_CLIENT_ID: clientId,
    PAYMENTS_CLIENT_SECRET: clientSecret,
    PAYMENTS_PROFILES: join(world.dataDir, 'profiles.json'),
  });
  const launch = (args: readonly string[], { environment = environmentOf(world), input = '', folder = '/' }: RunOptions = {}) => {
    const [out, err]: [string[], string[]] = [[], []];
    const interruption = new AbortController();
    const ended = runPayments(args, {
      environment,
      folder,
      write: (text) => void out.push(text),
      warn: (text) => void err.push(text),
      input: async () => input,
      interrupted: interruption.signal,
    });
    return { out: () => out.join(''), err: () => err.join(''), ended, interruption };
  };
  const run = async (args: readonly string[], options?: RunOptions) => {
    const { out, err, ended } = launch(args, options);
    return { code: await ended, out: out(), err: err() };
  };
  return {
    ...world,
    origin,
    environmentOf,
    run,
    json: async (args, options) => {
      const { code, out, err } = await run([...args, '--json'], options);
      expect(code, `${args.join(' ')}: ${err}`).toBe(0);
      return JSON.parse(out.split('\n')[0] ?? '');
    },
    start: (args, options) => {
      const { out, err, ended, interruption } = launch(args, options);
      const interrupt = () => {
        interruption.abort();
        return ended;
      };
      atEndOfFile(interrupt);
      return { out, err, interrupt };
    },
  };
}
