// The console in production: operators read one platform with their credential, through the operations of REST.
import type { AddressInfo } from 'node:net';
import { createClient } from '@connectrpc/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OperatorEntryKind, OperatorLogService } from '../../../gen/payments/auth/v1/operator_log_pb.ts';
import { OperatorDirectoryService, OperatorService } from '../../../gen/payments/auth/v1/operator_pb.ts';
import { OperatorScope } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { type Browser, chromiumPath, openBrowser } from '../../kit/chromium.ts';
import { patienceMs } from '../../kit/patience.ts';
import { startWorld } from '../../kit/platform.ts';
import { outcome, type RestOptions, restOver, type Verb } from '../../kit/rest.ts';
import { openRpcDoors } from '../../kit/rpc-doors.ts';
import { judge } from '../hosted/hosted-page.ts';

const world = await startWorld({ mode: 'production', console: 'operator' });
const transport = new Map(await openRpcDoors(world)).get('gRPC');
if (!transport) throw new Error('There is no gRPC door.');
const operators = createClient(OperatorService, transport);
const { token: first } = await world.internal(OperatorDirectoryService).initializeOperators({ name: 'Ada', expiresInDays: 300 });
const created = await world.rest('POST', '/customers', {
  body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', platformCustomerId: 'ada' },
});
const customer = created.body.id;

async function newOperator(...scopes: OperatorScope[]) {
  const authorization = `Bearer ${first}`;
  const { operator, token } = await operators.createOperator(
    { name: 'Grace', scopes, expiresInDays: 30 },
    { headers: { authorization } },
  );
  return { id: operator?.id ?? '', token };
}

/** A call of an operator for the platform of the world, or for another. */
function callAs(token: string, headers: Readonly<Record<string, string>> = { 'x-platform-id': world.id }) {
  const rest = restOver(world.raw, `Bearer ${token}`);
  return (method: Verb, path: string, options: RestOptions = {}) =>
    rest(method, path, { ...options, headers: { ...headers, ...options.headers } });
}

test('the page asks for the credential of an operator, and contains none', async () => {
  const { statusCode, headers, body } = await world.app.inject({ method: 'GET', url: '/console' });

  expect([statusCode, body.includes('&quot;visitor&quot;:&quot;operator&quot;')]).toEqual([200, true]);
  expect(body).not.toContain(world.clientSecret);
  expect(String(headers['content-security-policy'])).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
});

test.each([
  '/customers',
  `/customers/${customer}`,
  `/customers/internal-accounts?customerId=${customer}`,
  `/verifications?customerId=${customer}`,
  '/transactions',
  '/events',
])('an operator reads %s as the platform does', async (path) => {
  const own = await world.rest('GET', path);

  const read = await callAs(first)('GET', path);

  expect([read.status, read.body]).toEqual([200, own.body]);
});

test('an operator reads the platform that the header names', async () => {
  const other = await world.newPlatform();

  const read = await callAs(first, { 'x-platform-id': other.id })('GET', '/customers');

  expect(read.body.data).toEqual([]);
  expect(outcome(await callAs(first, {})('GET', '/customers'))).toEqual([400, 'INVALID_INPUT']);
});

test('secrets are masked for operators', async () => {
  const businessInfo = { legalName: 'Acme Inc', country: 'US', taxId: '12-3456789', incorporatedOn: '2015-04-01' };
  const body = { customerType: 'BUSINESS', platformCustomerId: 'acme', businessInfo };
  const { id, rest } = await world.newPlatform();
  const { body: business } = await rest('POST', '/customers', { body });

  const { text } = await world.raw({
    method: 'GET',
    url: `/2025-10-13/customers/${business.id}`,
    headers: { authorization: `Bearer ${first}`, 'x-platform-id': id },
  });

  expect(business.businessInfo).toMatchObject(businessInfo);
  expect(JSON.parse(text)).toEqual({ ...business, businessInfo: { ...business.businessInfo, taxId: '***' } });
});

test('each read is recorded before its response, with the ids in it, and so is a refusal', async () => {
  const { token: viewer } = await newOperator(OperatorScope.VIEW);
  const path = `/customers/${customer}`;
  const as = (id: string) => ({ headers: { 'x-request-id': id } });

  await callAs(first)('GET', path, as('console-read'));
  const refused = await callAs(viewer)('GET', path, as('console-refusal'));

  const { entries } = await world.internal(OperatorLogService).listOperatorEntries({ limit: 500 });
  const recorded = (id: string) => entries.filter(({ requestId }) => requestId === id);
  const method = 'payments.customers.v1.CustomerService/GetCustomer';
  expect(outcome(refused)).toEqual([403, 'FORBIDDEN']);
  expect(recorded('console-read')).toMatchObject([
    { kind: OperatorEntryKind.CALL, method, platformId: world.id, subjects: [customer] },
    { kind: OperatorEntryKind.RESULT, code: 'OK' },
  ]);
  expect(recorded('console-refusal')).toMatchObject([{ kind: OperatorEntryKind.DENIAL, method, code: 'FORBIDDEN' }]);
});

test('a credential that is unknown, revoked or expired is refused', async () => {
  const revoked = await newOperator(OperatorScope.VIEW_PERSONAL);
  const { token: expiring } = await newOperator(OperatorScope.VIEW_PERSONAL);
  const read = async (token: string) => outcome(await callAs(token)('GET', '/customers'));
  const before = await Promise.all([revoked.token, expiring].map(read));

  await operators.revokeOperator({ operatorId: revoked.id }, { headers: { authorization: `Bearer ${first}` } });
  const afterRevocation = await read(revoked.token);
  world.wall.advance(31 * 24 * 3_600_000);

  expect(before.map(([status]) => status)).toEqual([200, 200]);
  expect([afterRevocation, await read(expiring), await read(`op_${'0'.repeat(48)}`)]).toEqual(
    ['revoked', 'expired', 'unknown'].map(() => [401, 'UNAUTHORIZED']),
  );
  const bare = await world.rest('GET', '/customers', { token: null, headers: { 'x-platform-id': world.id } });
  expect(outcome(bare)).toEqual([401, 'UNAUTHORIZED']);
});

test.each<[Verb, string]>([
  ['GET', '/quotes/Quote:00000000-0000-7000-8000-000000000000'],
  ['POST', '/customers'],
  ['PATCH', `/customers/${customer}`],
  ['POST', '/tokens'],
  ['POST', '/events/Webhook:00000000-0000-7000-8000-000000000000/resend'],
  ['GET', '/sandbox/clock'],
  ['GET', '/sandbox/requests'],
  ['POST', '/sandbox/clock/advance'],
  ['POST', '/sandbox/reset'],
  ['POST', '/sandbox/fork'],
])('an operator with every scope cannot %s %s', async (verb, path) => {
  const answer = await callAs(first)(verb, path, verb === 'GET' ? {} : { body: {} });

  expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
});

test('without the setting there is no console, and REST accepts no operators', async () => {
  const plain = await startWorld({ mode: 'production' });
  const { token } = await plain.internal(OperatorDirectoryService).initializeOperators({ name: 'Ada', expiresInDays: 30 });

  const page = await plain.app.inject({ method: 'GET', url: '/console' });
  const read = await restOver(plain.raw, `Bearer ${token}`)('GET', '/customers', { headers: { 'x-platform-id': plain.id } });

  expect(page.statusCode).toBe(404);
  expect(outcome(read)).toEqual([401, 'UNAUTHORIZED']);
});

const absence = chromiumPath ? '' : ' (skipped: there is none, set CHROMIUM_PATH)';

describe.skipIf(!chromiumPath)(`in Chromium${absence}`, () => {
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    browser = await openBrowser(chromiumPath ?? '');
    browser.page.setDefaultTimeout(patienceMs);
  });
  afterAll(async () => {
    await browser?.close();
  });

  test('an operator signs in, reads without buttons, and the browser stores nothing', async () => {
    const { page } = browser;
    await page.goto(`${origin}/console`);
    await page.getByLabel('Platform id').fill(world.id);
    await page.getByLabel('Credential').fill(`op_${'0'.repeat(48)}`);
    await judge(page, 'operator-sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('401 UNAUTHORIZED').waitFor();
    await page.getByLabel('Credential').fill(first);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    await judge(page, 'operator-customer');

    expect(await page.getByRole('button').allTextContents()).toEqual(['Sign out']);
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(['Payments', 'Customers', 'Webhooks']);
    expect(await page.evaluate(() => sessionStorage.length + localStorage.length + document.cookie.length)).toBe(0);
    await page.reload();
    await page.getByLabel('Credential').waitFor();
  });
});
