// The TypeScript client as a package: built, bundled, type-checked, and called against a running platform.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, expect, test } from 'vitest';
import type { ConnectionError } from '../../clients/typescript/src/main.ts';
import { startWorld } from '../kit/platform.ts';
import { openGrpcDoor } from '../kit/rpc-doors.ts';
import { blocksOf } from '../kit/walk.ts';

const root = join(import.meta.dirname, '../..');
const out = mkdtempSync(join(tmpdir(), 'payments-client-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));
const run = promisify(execFile);
await run('node', [join(root, 'tools/write-client.ts'), '--out', out]);

const part = (name: string) => import(join(out, 'dist', `${name}.js`));
const { createClient }: typeof import('../../clients/typescript/src/main.ts') = await part('main');
const operations = await part('operations');

const world = await startWorld();
const baseUrl = await world.app.listen({ host: '127.0.0.1', port: 0 });
const credentials = { clientId: world.clientId, clientSecret: world.clientSecret };
const client = createClient({ baseUrl, credentials, wait: async () => undefined });

const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD'] };

test('calls have the types of their operation', () => {
  writeFileSync(
    join(out, 'src/usage.ts'),
    `import { createClient } from './main.ts';
    import { createCustomer, getConfig, getCustomer, listCustomers } from './operations.ts';
    const client = createClient({ baseUrl: '', credentials: { clientId: '', clientSecret: '' } });
    const { id } = await client.call(createCustomer, { body: { customerType: 'INDIVIDUAL', fullName: 'Ada' } });
    await client.call(getCustomer, { path: { customerId: id } });
    await client.call(getConfig);
    for await (const { email } of client.items(listCustomers, { query: { limit: 2 } })) email satisfies string | undefined;
    // @ts-expect-error: its path is required
    await client.call(getCustomer);
    // @ts-expect-error: there is no such type of customer
    await client.call(createCustomer, { body: { customerType: 'ELEPHANT' } });
    // @ts-expect-error: not a list
    client.items(getConfig);`,
  );

  const { stdout } = spawnSync('tsc', ['--project', out, '--noEmit'], { encoding: 'utf8' });

  expect(stdout).toBe('');
});

/** The chunks of an app for browsers, the first of which has all that it loads at once. */
async function bundleOf(lines: readonly string[]) {
  const input = join(out, 'dist/entry.js');
  writeFileSync(input, lines.join('\n'));
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return output;
}

test('the example of its README has the right types', () => {
  const [example = ''] = blocksOf('clients/typescript/README.md', 'ts');
  const given = `import type { CreateQuoteRequest } from 'payments-client/types';
    declare const clientId: string, clientSecret: string, body: CreateQuoteRequest;`;
  writeFileSync(join(out, 'src/example.ts'), `${given}\n${example}`);

  const { stdout } = spawnSync('tsc', ['--project', out, '--noEmit'], { encoding: 'utf8' });

  expect(stdout).toBe('');
});

test('a bundle contains only the operations that it imports', async () => {
  const [{ code }] = await bundleOf([
    "import { createClient } from './main.js';",
    "import { getConfig } from './operations.js';",
    'console.log(createClient, getConfig);',
  ]);

  expect(code).toContain('/config');
  expect(code).not.toContain('/customers');
  expect(code.length).toBeLessThan(5_000);
});

test('a bundle with Connect loads the descriptors of a service when it is called, and nothing of Node.js', async () => {
  const [entry] = await bundleOf([
    "import { connect } from './connect.js';",
    "import { createClient } from './main.js';",
    "import { getConfig } from './operations.js';",
    'console.log(createClient({ transport: connect }), getConfig);',
  ]);

  expect(entry.imports).toEqual([]);
  expect(entry.dynamicImports.length).toBeGreaterThan(20);
  expect(entry.code.length).toBeLessThan(300_000);
});

test('the package calls by REST, Connect and gRPC', async () => {
  const { connect } = await part('connect');
  const { grpc } = await part('grpc');
  const byConnect = createClient({ baseUrl, credentials, transport: connect });
  const byGrpc = createClient({ baseUrl: await openGrpcDoor(world), credentials, transport: grpc });

  const configs = [client, byConnect, byGrpc].map((one) => one.call(operations.getConfig));

  const [byRest, ...others] = await Promise.all(configs);
  expect(byRest).toHaveProperty('id', expect.stringContaining(world.id));
  expect(others).toEqual([byRest, byRest]);
});

test('a list is read page by page', async () => {
  const platform = await world.newPlatform();
  const own = createClient({ baseUrl, credentials: { clientId: platform.clientId, clientSecret: platform.clientSecret } });
  const made: string[] = [];
  for (let count = 0; count < 5; count++)
    made.unshift(((await own.call(operations.createCustomer, { body: ada })) as { id: string }).id);
  const read: string[] = [];

  for await (const item of own.items(operations.listCustomers, { query: { limit: 2 } })) read.push((item as { id: string }).id);

  expect(read.toSorted()).toEqual(made.toSorted());
});

test('a refusal has its code, details and request id', async () => {
  const refused = client.call(operations.createCustomer, { body: { customerType: 'ELEPHANT' } });

  await expect(refused).rejects.toMatchObject({
    name: 'ApiError',
    status: 400,
    code: 'INVALID_INPUT',
    details: { errors: expect.any(Array) },
    requestId: expect.any(String),
    idempotencyKey: expect.any(String),
  });
});

test('a refusal has the next step, if its code has one', async () => {
  const refused = client.call(operations.getCustomer, { path: { customerId: 'Customer:x' } });

  await expect(refused).rejects.toMatchObject({ code: 'USER_NOT_FOUND', nextStep: 'GET /customers lists the customers.' });
});

test('without an idempotency key, a call that may have had an effect is not repeated', async () => {
  const { rest } = world;
  await rest('POST', '/sandbox/faults', { body: { type: 'ERROR_AFTER', operation: 'createToken' } });
  const before = (await rest('GET', '/tokens')).body.totalCount;

  const failed = client.call(operations.createToken, { body: { name: 'once', permissions: ['VIEW'] } });

  await expect(failed).rejects.toMatchObject({ status: 500, idempotencyKey: undefined });
  expect((await rest('GET', '/tokens')).body.totalCount).toBe(before + 1);
});

test('a deletion whose response is lost has succeeded', async () => {
  const { rest } = world;
  const { body: token } = await rest('POST', '/tokens', { body: { name: 'old', permissions: ['VIEW'] } });
  await rest('POST', '/sandbox/faults', { body: { type: 'CUT_AFTER', operation: 'deleteToken' } });

  await client.call(operations.deleteToken, { path: { tokenId: token.id } });

  expect((await rest('GET', `/tokens/${token.id}`)).status).toBe(404);
});

test('a call that fails until the end can be continued under its key', async () => {
  const impatient = createClient({ baseUrl, credentials, retriesMax: 0 });
  await world.rest('POST', '/sandbox/faults', { body: { type: 'CUT_AFTER', operation: 'createCustomer' } });
  const input = { body: { ...ada, platformCustomerId: 'continued' } };

  const failure = await impatient.call(operations.createCustomer, input).then(
    () => undefined,
    (error: ConnectionError) => error,
  );
  const idempotencyKey = failure?.idempotencyKey ?? '';
  const customer = await impatient.call(operations.createCustomer, input, { idempotencyKey });
  expect(customer).toMatchObject({ platformCustomerId: 'continued' });
});

/** Loses the first response. */
function unlucky(): typeof fetch {
  let responses = 0;
  return async (...args) => {
    const response = await fetch(...args);
    if (responses++ === 0) throw new TypeError('lost');
    return response;
  };
}

test('a dry run has no effect, so it is repeated without an idempotency key', async () => {
  const { rest } = world;
  const flaky = createClient({ baseUrl, credentials, fetch: unlucky(), wait: async () => undefined });
  const before = (await rest('GET', '/tokens')).body.totalCount;
  const body = { name: 'dry', permissions: ['VIEW'] as const };

  const token = await flaky.call(operations.createToken, { body }, { dryRun: true });

  expect(token).toMatchObject({ name: 'dry' });
  expect((await rest('GET', '/tokens')).body.totalCount).toBe(before);
});

test('a dry run of a deletion that would be refused is refused, also after a lost response', async () => {
  const flaky = createClient({ baseUrl, credentials, fetch: unlucky(), wait: async () => undefined });
  const path = { tokenId: 'Token:019a0000-0000-7000-8000-000000000000' };

  const refused = flaky.call(operations.deleteToken, { path }, { dryRun: true });

  await expect(refused).rejects.toMatchObject({ status: 404, code: 'TOKEN_NOT_FOUND' });
});
