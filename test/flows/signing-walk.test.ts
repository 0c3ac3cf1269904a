// docs/signing.md, pasted into a shell line by line: every command works and prints the documented output.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { clientId, clientSecret, startProcess } from '../kit/launch.ts';
import { flowDatabase } from './flow-database.ts';

const project = join(import.meta.dirname, '../..');
const guide = readFileSync(join(project, 'docs/signing.md'), 'utf8');
const platform = await startProcess({ env: { DATABASE_URL: await flowDatabase() } });

test('the walk-through of docs/signing.md works', async () => {
  const lines = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).join('');
  const script = lines
    .replace('http://127.0.0.1:8080', platform.origin)
    .replace(/^auth=.*$/m, `auth='${clientId}:${clientSecret}'`);

  const path = `${join(project, 'node_modules/.bin')}:${process.env.PATH}`;
  const options = { cwd: project, env: { ...process.env, PATH: path } };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], options);

  const promised = [...lines.matchAll(/ {2}# (\S+)$/gm)].map(([, value]) => value);
  expect(script).not.toBe(lines);
  expect(promised.length).toBeGreaterThan(8);
  expect(stdout.trim().split(/\s+/)).toEqual(promised);
});
