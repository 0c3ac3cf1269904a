// The walk-throughs of the documentation, pasted into a shell: every command works and prints the documented output.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess } from '../kit/launch.ts';
import { commandsOf, walk } from '../kit/walk.ts';
import { flowDatabase } from './flow-database.ts';

const platform = await startProcess({ env: { DATABASE_URL: await flowDatabase() } });
const quickstarts = readdirSync(join(import.meta.dirname, '../../docs/quickstarts')).map((name) => `docs/quickstarts/${name}`);

test.each(['docs/signing.md', ...quickstarts])('%s works', async (page) => {
  const { promised, printed } = await walk(commandsOf(page), platform);

  expect(promised.length).toBeGreaterThan(4);
  expect(printed).toEqual(promised);
});

test('the payment of README.md works', async () => {
  const { promised, printed } = await walk(commandsOf('README.md').slice(-1), platform);

  expect(promised).toEqual(['COMPLETED']);
  expect(printed).toContain('COMPLETED');
});
