// Walk-throughs in the documentation, run like a reader who pastes every command into one shell.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clientId, clientSecret } from './launch.ts';

const project = join(import.meta.dirname, '../..');

/** The code of a page, such as `docs/webhooks.md`, in this language, block by block. */
export function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(project, page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(([, name, block = '']) => (name === language ? [block] : []));
}

/** The commands of a page. */
export const commandsOf = (page: string) => blocksOf(page, 'sh');

export interface Walk {
  /** What the commands have printed, and what their comments promise. */
  readonly printed: readonly string[];
  readonly promised: readonly string[];
}

export interface Reader {
  /** Of the sandbox. */
  readonly origin: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs the blocks in one shell. Throws if a command fails. */
export async function walk(blocks: readonly string[], { origin, env = {} }: Reader): Promise<Walk> {
  const lines = blocks.join('');
  const script = lines.replaceAll('http://127.0.0.1:8080', origin).replace(/^auth=.*$/m, `auth='${clientId}:${clientSecret}'`);
  if (script === lines) throw new Error('The commands do not name the sandbox.');
  const path = `${join(project, 'node_modules/.bin')}:${process.env.PATH}`;
  const options = { cwd: project, env: { ...process.env, PATH: path, ...env } };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], options);
  const promised = [...lines.matchAll(/ {2}# (\S+)$/gm)].map(([, value = '']) => value);
  return { printed: stdout.trim().split(/\s+/), promised };
}
