// docs/agents.md, pasted into a shell line by line: every command works and prints the documented output.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { clientId, clientSecret, startProcess } from '../kit/launch.ts';
import { flowDatabase } from './flow-database.ts';

const project = join(import.meta.dirname, '../..');
const guide = readFileSync(join(project, 'docs/agents.md'), 'utf8');
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
const ofMcp = blocks.findIndex((block) => block.startsWith('mcp()'));
const platform = await startProcess({ env: { DATABASE_URL: await flowDatabase() } });
const home = mkdtempSync(join(tmpdir(), 'payments-inspector-')); // the inspector keeps a catalog there
afterAll(() => rmSync(home, { recursive: true, force: true }));

const path = `${join(project, 'node_modules/.bin')}:${process.env.PATH}`;
const env = { ...process.env, PATH: path, HOME: home };
const inspector = process.env.MCP_INSPECTOR ?? 'mcp-inspector';

/** What the commands print, and what the document says that they print. */
async function walk(lines: string): Promise<{ printed: string[]; promised: string[] }> {
  const script = lines
    .replaceAll('http://127.0.0.1:8080', platform.origin)
    .replace(/^auth=.*$/m, `auth='${clientId}:${clientSecret}'`)
    .replace('npx @modelcontextprotocol/inspector', inspector);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: project, env });
  const promised = [...lines.matchAll(/ {2}# (\S+)$/gm)].map(([, value = '']) => value);
  return { printed: stdout.trim().split(/\s+/), promised };
}

test('the walk-through of docs/agents.md works', async () => {
  const { printed, promised } = await walk(blocks.slice(0, ofMcp).join(''));

  expect(promised.length).toBeGreaterThan(3);
  expect(printed).toEqual(promised);
});

test('so do its calls of tools with the inspector of MCP', async (context) => {
  if (spawnSync(inspector, ['--cli', '--help'], { env }).status !== 0)
    return context.skip('The MCP inspector is not installed (npm: @modelcontextprotocol/inspector).');

  const { printed, promised } = await walk(blocks.join(''));

  expect(printed).toEqual(promised);
});
