// What `npm start` runs: the packed code, which is the platform as its sources are.
import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { launcher } from '../../gateway/pack.ts';
import { balancesOf, makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { startProcess } from '../kit/process.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

const project = join(import.meta.dirname, '../..');

test('packed, with every library as the packer knows it, the platform pays', async () => {
  const packing = await promisify(execFile)(process.execPath, ['tools/pack.ts', '--again'], { cwd: project });
  const platform = await startProcess({ main: relative(project, launcher), env: { DATABASE_URL: await flowDatabase() } });
  const rest = restAt(platform.origin);
  const payer = await makePayer(rest, 100_000);
  const quote = await makeQuote(rest, { from: payer.accountId, to: await makePayee(rest, payer.customerId), amount: 20_000 });

  const executed = await rest('POST', `/quotes/${quote.id}/execute`);

  expect([packing.stdout, packing.stderr]).toEqual(['', '']);
  expect([executed.status, executed.body.status]).toEqual([200, 'COMPLETED']);
  expect(await balancesOf(rest, payer)).toEqual({ available: 80_000, total: 80_000 });
});
