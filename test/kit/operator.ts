// An operator who runs commands for a platform that runs.
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runPayments } from '../../tools/payments/run.ts';
import { masterKey } from './launch.ts';

export interface Operator {
  /** The settings of its commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs `npx payments ops …`. */
  run(...args: readonly string[]): Promise<Ran>;
  /** The documents that a successful command prints. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  json(...args: readonly string[]): Promise<any[]>; // oxlint-disable-line typescript/no-explicit-any
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** With the settings of the platform's process, which the operator of this machine has. `rpc`: its host and port of gRPC. */
export async function newOperator(rpc: string, settings: Readonly<Record<string, string>> = {}): Promise<Operator> {
  const operator = operatorWith({
    MASTER_KEY: masterKey,
    ...settings,
    OPS_URL: `http://${rpc}`,
    OPS_CREDENTIAL: `${folder}/${randomUUID()}`,
  });
  const { code, err } = await operator.run('init', '--name', 'ada');
  expect(code, err).toBe(0);
  return operator;
}

/** With a credential of another operator in the environment. */
export function operatorWith(environment: Readonly<Record<string, string>>): Operator {
  const run = async (...args: readonly string[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runPayments(['ops', ...args], {
      environment,
      folder,
      write: (text) => void out.push(text),
      warn: (text) => void err.push(text),
      input: async () => '',
      interrupted: new AbortController().signal,
    });
    return { code, out: out.join(''), err: err.join('') };
  };
  return {
    environment,
    run,
    json: async (...args) => {
      const { code, out, err } = await run(...args, '--json');
      expect(code, `${args.join(' ')}: ${err}`).toBe(0);
      return out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'payments-operator-'));
