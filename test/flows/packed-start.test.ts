// `npm start` runs the packed code, which behaves like the sources.
import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { versionPrefix } from '../../gateway/version.ts';
import { launcher } from '../../services/kit/process/pack.ts';
import { startProcess, type TestProcess } from '../kit/launch.ts';
import { errorLine } from '../kit/patience.ts';
import { balancesOf, makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

const project = join(import.meta.dirname, '../..');

test('the packed platform, with all libraries bundled, makes a payment', async () => {
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

test.each([
  ['SIGTERM to npm alone', ({ pid }: TestProcess) => process.kill(pid, 'SIGTERM')],
  ['Ctrl-C', ({ pid }: TestProcess) => process.kill(-pid, 'SIGINT')],
])('npm start drains on %s: running calls are answered, and the port is free when npm ends', async (_, end) => {
  const platform = await startProcess({ isByNpm: true, env: { DATABASE_URL: await flowDatabase() } });
  const rest = restAt(platform.origin);
  const { promise: release, resolve: answer } = Promise.withResolvers<void>();
  const receiver = await startReceiver();
  receiver.answer({ after: release, body: 'late' });
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  await receiver.arrived(1); // the greeting
  const running = rest('POST', '/sandbox/webhooks/test');
  await receiver.arrived(2);

  end(platform);
  await expect.poll(() => statusOf(platform)).toBe(0);
  answer();

  expect(await running).toMatchObject({ status: 200, body: { response_body: 'late' } });
  expect(await platform.ended).toMatchObject({ code: 0, signal: null, output: expect.not.stringMatching(errorLine) });
  expect(await statusOf(platform)).toBe(0);
});

/** Zero when no new connection is accepted. */
function statusOf({ origin }: TestProcess): Promise<number> {
  const answering = fetch(`${origin}${versionPrefix}/config`, { headers: { connection: 'close' } });
  return answering.then(
    ({ status }) => (status === 503 ? 0 : status),
    () => 0,
  );
}
