// Every service in its own process, connected only by addresses: from outside the same platform.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DocumentDirectoryService } from '../../gen/payments/customers/v1/document_directory_pb.ts';
import { services } from '../../services/all.ts';
import { brokenInvariants, select, stepsOf } from '../kit/books.ts';
import { internalAt } from '../kit/internal-at.ts';
import { freePorts, startProcess } from '../kit/launch.ts';
import { balancesOf, eventually, makePayee, makePayer, makeQuote, quoteBody } from '../kit/payments.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restAt } from '../kit/rest-at.ts';
import { servedDocument } from '../kit/served.ts';
import { bytesOfDocument, form, pdf, upload } from '../services/customers/documents.ts';
import { flowDatabase } from './flow-database.ts';

const DATABASE_URL = await flowDatabase();
const names = services.map(({ name }) => name);
const ports = await freePorts(names.length);
const addresses = Object.fromEntries(
  names.map((name, index) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[index]}`]),
);
const DATA_DIR = mkdtempSync(join(tmpdir(), 'payments-split-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const env = { DATABASE_URL, DATA_DIR, ...addresses };
const parts = await Promise.all(
  names.map((name, index) =>
    startProcess({ main: `services/${name}/main.ts`, env: { ...env, GRPC_PORT: `${ports[index]}`, SANDBOX_TIME_SCALE: '500' } }),
  ),
);
const gateway = await startProcess({ env });
const rest = restAt(gateway.origin);
const receiver = await startReceiver();
await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });

test('the gateway serves the document that answers are checked against', async () => {
  const answer = await fetch(`${gateway.origin}/openapi.json`);

  expect(await answer.json()).toEqual(servedDocument());
});

test('no service runs in the gateway: it has no database pool', async () => {
  const rows = await select<{ services: string[] }>(
    DATABASE_URL,
    `select array_agg(distinct application_name order by application_name) as services from pg_stat_activity
     where application_name like 'payments %' and datname = current_database()`,
  );

  expect(parts).toHaveLength(names.length);
  expect(rows[0]?.services).toEqual(names.map((name) => `payments ${name}`).toSorted());
  expect(gateway.rpc).toMatch(/:\d+$/);
});

test('the main job runs through all of them, with its webhooks in order', async () => {
  const payer = await makePayer(rest, 100_000);
  const quote = await makeQuote(rest, { from: payer.accountId, to: await makePayee(rest, payer.customerId), amount: 20_000 });

  const executed = await rest('POST', `/quotes/${quote.id}/execute`);

  expect([executed.status, executed.body.status]).toEqual([200, 'COMPLETED']);
  expect(await balancesOf(rest, payer)).toEqual({ available: 80_000, total: 80_000 });
  expect(await stepsOf(DATABASE_URL, quote.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  await eventually(
    () => typesOf(quote.transactionId),
    (types) => types.length >= 3,
  );
  expect(typesOf(quote.transactionId)).toEqual([
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.PROCESSING',
    'OUTGOING_PAYMENT.COMPLETED',
  ]);
});

test.each([
  ['002', 'FAILED', 'COMPLETED', 100_000],
  ['003', 'COMPLETED', undefined, 80_000],
  ['005', 'FAILED', 'COMPLETED', 100_000],
  ['006', 'COMPLETED', 'COMPLETED', 100_000],
  ['007', 'FAILED', 'FAILED', 80_000],
])('a payout to an account that ends in %s ends %s, its refund %s', async (suffix, status, refund, left) => {
  const payer = await makePayer(rest, 100_000);
  const payee = await makePayee(rest, payer.customerId, suffix);
  const quote = await makeQuote(rest, { from: payer.accountId, to: payee, amount: 20_000 });

  await rest('POST', `/quotes/${quote.id}/execute`);

  const transaction = await eventually(
    async () => (await rest('GET', `/transactions/${quote.transactionId}`)).body,
    (body) => body.status === status && body.refund?.status === refund,
  );
  expect([transaction.status, transaction.refund?.status]).toEqual([status, refund]);
  expect(await balancesOf(rest, payer)).toEqual({ available: left, total: left });
});

test('refusals cross two processes with their code and details', async () => {
  const payer = await makePayer(rest, 500);
  const payee = await makePayee(rest, payer.customerId);
  const quote = await makeQuote(rest, { from: payer.accountId, to: payee, amount: 1_000 });

  const short = await rest('POST', `/quotes/${quote.id}/execute`);
  const unknown = await rest('POST', '/quotes/Quote:01900000-0000-7000-8000-00000000dead/execute');
  const wrong = await rest('POST', '/quotes', { body: { ...quoteBody({ from: payer.accountId, to: payee }), source: {} } });
  const duplicate = await rest('POST', '/customers/external-accounts', { body: { customerId: payer.customerId } });

  expect([short.status, short.body.code, short.body.details]).toEqual([
    400,
    'INVALID_AMOUNT',
    { reason: 'INSUFFICIENT_BALANCE', available: 500, required: 1_000, currency: 'USD' },
  ]);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
  expect([wrong.status, wrong.body.code, wrong.body.details.errors[0].field]).toEqual([
    400,
    'INVALID_INPUT',
    'source.sourceType',
  ]);
  expect([duplicate.status, duplicate.body.code]).toEqual([400, 'INVALID_INPUT']);
});

test('an idempotency key is replayed across processes, including the header', async () => {
  const payer = await makePayer(rest, 100_000);
  const payee = await makePayee(rest, payer.customerId);
  const body = { ...quoteBody({ from: payer.accountId, to: payee }), immediatelyExecute: true };
  const headers = { 'idempotency-key': 'one key' };

  const first = await rest('POST', '/quotes', { body, headers });
  const second = await rest('POST', '/quotes', { body, headers });
  const other = await rest('POST', '/quotes', { body: { ...body, lockedCurrencyAmount: 2_000 }, headers });

  expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
  expect([second.status, second.headers['idempotent-replayed'], second.body]).toEqual([201, 'true', first.body]);
  expect([other.status, other.body.details.reason]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
});

test('a clock advances through all of them', async () => {
  const payer = await makePayer(rest, 100_000);
  const payee = await makePayee(rest, payer.customerId, '005');
  const open = await makeQuote(rest, { from: payer.accountId, to: payee, amount: 1_000 });

  const { status, body } = await rest('POST', '/sandbox/clock/advance', { body: { seconds: 3600 } });

  const transaction = (await rest('GET', `/transactions/${open.transactionId}`)).body;
  expect([status, body.offsetSeconds, transaction.status]).toEqual([200, 3600, 'EXPIRED']);
  expect(typesOf(open.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.EXPIRED']);
});

test('reads and writes of every service pass through the gateway', async () => {
  const { customerId } = await makePayer(rest, 1);
  const payee = await makePayee(rest, customerId);

  const statuses = await Promise.all([
    rest('GET', '/config'),
    rest('GET', '/tokens'),
    rest('GET', `/customers/${customerId}`),
    rest('PATCH', `/customers/${customerId}`, { body: { customerType: 'INDIVIDUAL', fullName: 'Augusta Ada King' } }),
    rest('GET', '/customers?limit=2'),
    rest('GET', `/customers/external-accounts/${payee}`),
    rest('GET', '/platform/internal-accounts'),
    rest('GET', '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR'),
    rest('GET', '/transactions?limit=1'),
    rest('POST', '/sandbox/webhooks/test'),
  ]);

  expect(statuses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
});

test('documents of every allowed size pass through the gateway, though its messages are smaller', async () => {
  const { customerId } = await makePayer(rest, 1);
  const [{ platform_id: platformId = '' } = {}] = await select<{ platform_id: string }>(
    DATABASE_URL,
    'select platform_id from platform.platform',
  );
  const directory = internalAt(DocumentDirectoryService, parts[names.indexOf('customers')]?.rpc ?? '', platformId);
  const scan = (bytes: number) => Buffer.concat([pdf, randomBytes(bytes - pdf.length)]);
  const [five, ten] = [scan(5 * 1024 * 1024), scan(10 * 1024 * 1024)];

  const uploaded = await upload(rest, customerId, { bytes: five });
  const first = await bytesOfDocument(directory, uploaded.body.id);
  const replaced = await rest('PUT', `/documents/${uploaded.body.id}`, { payload: form({ bytes: ten }) });
  const second = await bytesOfDocument(directory, uploaded.body.id);
  const tooLarge = await upload(rest, customerId, { bytes: Buffer.concat([ten, Buffer.from('!')]) });

  expect([uploaded.status, replaced.status, tooLarge.status]).toEqual([201, 200, 400]);
  expect([first.equals(five), second.equals(ten)]).toEqual([true, true]);
});

test('a dead service gets 503 for calls that need it, and everything works after its return', async () => {
  const index = names.indexOf('transfers');
  await parts[index]?.end('SIGKILL');

  const missing = await rest('GET', '/transactions');
  const others = await rest('GET', '/customers');

  expect([missing.status, missing.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(others.status).toBe(200);
  await startProcess({ main: 'services/transfers/main.ts', env: { ...env, GRPC_PORT: `${ports[index]}` } });
  expect((await rest('GET', '/transactions')).status).toBe(200);
});

test('afterwards the books are consistent', async () => {
  expect(await brokenInvariants(DATABASE_URL)).toEqual([]);
});

function typesOf(resource: string): string[] {
  return receiver.received.filter(({ body }) => body.data.id === resource).map(({ body }) => body.type);
}
