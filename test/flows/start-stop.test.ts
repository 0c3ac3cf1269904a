// The lifecycle of the process: it drains, keeps its data, and reports clearly why it does not start.
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { versionPrefix } from '../../gateway/version.ts';
import { Health } from '../../gen/grpc/health/v1/health_pb.ts';
import { PlatformService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { killAll, runProcess, startProcess, token } from '../kit/launch.ts';
import { timed } from '../kit/machine-time.ts';
import { errorLine } from '../kit/patience.ts';
import { balancesOf, makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { postgresFolder } from '../kit/postgres-folder.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

const DATABASE_URL = await flowDatabase();
const { dataDir: DATA_DIR, remove } = postgresFolder('start');
afterAll(() => (killAll(), remove()));

test('data from before a stop is there after the next start, under the same credentials', async () => {
  const own = { DATA_DIR, MASTER_KEY: '', SANDBOX_CLIENT_ID: '', SANDBOX_CLIENT_SECRET: '' };
  const first = await startProcess({ env: own });
  const credentials = credentialsIn(first.output());
  const before = restAt(first.origin, credentials);
  const payer = await makePayer(before, 100_000);
  const payee = await makePayee(before, payer.customerId);
  const quote = await makeQuote(before, { from: payer.accountId, to: payee, amount: 20_000 });
  await before('POST', `/quotes/${quote.id}/execute`);
  const { body: list } = await before('GET', '/transactions');
  expect(await first.end()).toMatchObject({ code: 0, signal: null });

  const second = await startProcess({ env: own });

  const after = restAt(second.origin, credentials);
  expect(credentialsIn(second.output())).toBe(credentials);
  expect((await after('GET', '/transactions')).body).toEqual(list);
  expect(await balancesOf(after, payer)).toEqual({ available: 80_000, total: 80_000 });
  expect((await after('GET', `/customers/external-accounts/${payee}`)).body.accountInfo.accountNumber).toBe('55779911');
  expect(await second.end()).toMatchObject({ code: 0, signal: null });
});

test('a second start on the same DATA_DIR names the owner, and exits 1', async () => {
  const first = await startProcess({ env: { DATA_DIR, MASTER_KEY: '' } });

  const { code, output } = await runProcess({ env: { DATA_DIR, MASTER_KEY: '' } });

  expect([code, output]).toEqual([
    1,
    `${DATA_DIR} is in use by process ${first.pid}. Stop that process, or give this one another DATA_DIR.\n`,
  ]);
  expect((await restAt(first.origin)('GET', '/config')).status).toBe(200);
  await first.end('SIGKILL');
});

test('a start after a kill takes over the database that was left running', async () => {
  const next = await startProcess({ env: { DATA_DIR, MASTER_KEY: '' } });

  expect((await restAt(next.origin)('GET', '/transactions')).status).toBe(200);
  expect(await next.end()).toMatchObject({ code: 0, signal: null });
});

test.each(['PORT', 'GRPC_PORT'])('a %s that is in use is named, and the exit code is 1', async (name) => {
  const holder = createServer();
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  holder.listen(0, '127.0.0.1', resolve);
  await listening;
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as AddressInfo;

  const { code, output } = await runProcess({ env: { DATABASE_URL, [name]: `${port}` } });

  expect([code, output]).toEqual([
    1,
    `Port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set PORT or GRPC_PORT to another port.\n`,
  ]);
});

test.each([
  [{ PORT: 'many' }, 'PORT is "many". It must be a whole number from 0 to 65535.\n'],
  [
    { MODE: 'test', SANDBOX_CLIENT_SECRET: '' },
    'MODE is "test". It must be one of: sandbox, production.\nSet SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET both, or neither.\n',
  ],
  [{ MASTER_KEY: 'short' }, 'MASTER_KEY must be 32 bytes, in hex or base64.\n'],
  [
    { MODE: 'production', MASTER_KEY: '' },
    'MASTER_KEY is not set. Production requires one: 32 random bytes in hex. Store a copy in a safe place.\n',
  ],
])('the settings %j are refused with what to set, and the exit code is 1', async (settings, sentence) => {
  const { code, output } = await runProcess({ env: { DATABASE_URL, DATA_DIR, ...settings } }); // a sandbox left its key there

  expect(code).toBe(1);
  expect(output).toContain(sentence);
  expect(output).not.toMatch(/^\s+at /m);
});

test('an unreachable database is reported by its setting, and the exit code is 1', async () => {
  const { code, output } = await runProcess({ env: { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' } });

  expect(code).toBe(1);
  expect(output).toMatch(/DATABASE_URL/);
});

test('on SIGTERM running requests are answered, new ones are refused, and the process exits 0', async () => {
  const platform = await startProcess({ env: { DATABASE_URL } });
  const rest = restAt(platform.origin);
  const { promise: release, resolve: answer } = Promise.withResolvers<void>();
  const receiver = await startReceiver();
  receiver.answer({ after: release, body: 'late' });
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  await receiver.arrived(1); // the greeting
  const running = rest('POST', '/sandbox/webhooks/test');
  await receiver.arrived(2);

  const ending = platform.end('SIGTERM');
  await refused(platform.origin);
  answer();

  expect(await running).toMatchObject({ status: 200, body: { response_status: 200, response_body: 'late' } });
  expect(await ending).toMatchObject({ code: 0, signal: null, output: expect.not.stringMatching(errorLine) }); // 1 if it took 10 s
});

test('keep-alive connections do not delay the exit', async () => {
  const platform = await startProcess({ env: { DATABASE_URL } });
  const agent = new Agent({ keepAlive: true });
  const http1 = createConnectTransport({ baseUrl: platform.origin, httpVersion: '1.1', nodeOptions: { agent } });
  const health = createClient(Health, createGrpcTransport({ baseUrl: `http://${platform.rpc}` }));
  const config = createClient(PlatformService, http1).getConfig({}, { headers: { authorization: token } });
  await Promise.all([restAt(platform.origin)('GET', '/config'), config, health.check({})]);

  const { result, ownMs } = await timed([platform.pid], () => platform.end('SIGINT'));

  expect(result.code).toBe(0);
  expect(ownMs).toBeLessThan(8_000); // then they would be cut off
});

/** As Basic authentication, from the output of the process. */
function credentialsIn(output: string): string {
  const [, id] = /client id\s+(\S+)/.exec(output) ?? [];
  const [, secret] = /client secret\s+(\S+)/.exec(output) ?? [];
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** Settles when the process accepts no more connections. */
async function refused(origin: string): Promise<void> {
  for (;;) {
    const headers = { authorization: token, connection: 'close' };
    const status = await fetch(`${origin}${versionPrefix}/config`, { headers }).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === undefined || status === 503) return;
  }
}
