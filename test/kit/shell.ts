// A shell that runs the commands of a page block by block, while a test does things between them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { atEndOfFile } from './file-end.ts';

export interface Shell {
  /** What the commands have printed. Throws with their output if one fails, which ends the shell. */
  run(commands: string): Promise<string>;
  /** The value of a variable. */
  valueOf(name: string): Promise<string>;
}

const project = join(import.meta.dirname, '../..');

/** Each block ends with NUL, also in the output. Its commands have no input, and end with the shell. */
const readBlocks = `
  trap 'kill 0' EXIT
  while IFS= read -r -d '' block <&3; do
    eval "$block" </dev/null
    printf '\\0'
  done`;

/** In the folder of the project. `functions`: programs that stand for others. It is killed after the test file, with what it has started. */
export function openShell(env: Readonly<Record<string, string>>, functions: string): Shell {
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn('bash', ['-euo', 'pipefail', '-c', `${functions}\n${readBlocks}`], {
    cwd: project,
    env,
    stdio: [...stdio],
    detached: true,
  });
  const [input] = child.stdio.slice(3);
  if (!input || !('write' in input)) throw new Error('The shell has no input for blocks.');
  let [printed, complaints] = ['', ''];
  child.stdout?.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  child.stderr?.on('data', (bytes: Buffer) => (complaints += bytes.toString()));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`A command failed: ${printed}${complaints}`);
  });
  ended.catch(() => undefined);
  atEndOfFile(() => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });

  const run = async (commands: string) => {
    [printed, complaints] = ['', ''];
    input.write(`${commands}\0`);
    while (!printed.endsWith('\0')) await Promise.race([once(child.stdout ?? child, 'data'), ended]);
    return printed.slice(0, -1);
  };
  return { run, valueOf: (name) => run(`printf %s "$${name}"`) };
}
