// docs/agents.md, pasted into a shell line by line: every command works and prints the documented output.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startProcess } from '../kit/launch.ts';
import { commandsOf, walk } from '../kit/walk.ts';
import { flowDatabase } from './flow-database.ts';

const inspector = process.env.MCP_INSPECTOR ?? 'mcp-inspector';
const blocks = commandsOf('docs/agents.md').map(
  (block) =>
    block
      .replace('npx @modelcontextprotocol/inspector', inspector)
      .replace('--transport http', '--transport http --connect-timeout 0'), // a busy machine can take longer than its default
);
const ofMcp = blocks.findIndex((block) => block.startsWith('mcp()'));
const { origin } = await startProcess({ env: { DATABASE_URL: await flowDatabase() } });
const home = mkdtempSync(join(tmpdir(), 'payments-inspector-')); // the inspector keeps a catalog there
afterAll(() => rmSync(home, { recursive: true, force: true }));
const reader = { origin, env: { HOME: home } };

test('the walk-through of docs/agents.md works', async () => {
  const { printed, promised } = await walk(blocks.slice(0, ofMcp), reader);

  expect(promised.length).toBeGreaterThan(3);
  expect(printed).toEqual(promised);
});

test('so do its calls of tools with the inspector of MCP', async (context) => {
  if (spawnSync(inspector, ['--cli', '--help'], { env: { ...process.env, ...reader.env } }).status !== 0)
    return context.skip('The MCP inspector is not installed (npm: @modelcontextprotocol/inspector).');

  const { printed, promised } = await walk(blocks, reader);

  expect(printed).toEqual(promised);
});
