// docs/installing.md, pasted into a shell: an installation in production mode, while a backend pays.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PayoutState } from '../../gen/payments/rails/v1/rail_pb.ts';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { brokenInvariants } from '../kit/books.ts';
import { openCanary, type Seen, valuesIn } from '../kit/canary.ts';
import { testPatienceMs } from '../kit/patience.ts';
import { businessBank, eventually } from '../kit/payments.ts';
import type { Rest } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';
import { firstCredential, walletOf } from '../kit/wallet-holder.ts';
import { openInstallation } from './installation.ts';

const installation = await openInstallation();
const { home, primary, second, rail, mailbox, otlp, ports, follow, shell } = installation;
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** Secrets of the installation, and personal data that only its callers see. */
const canary = openCanary();
const hidden = (name: string, secret: string) => {
  canary.hide(name, secret);
  return secret;
};

test('an installation is set up as documented, and loses nothing', { timeout: 3 * testPatienceMs }, async (context) => {
  const missing = ['curl', 'openssl', 'tar'].filter((program) => spawnSync(program, ['--version']).error);
  if (missing.length > 0) return context.skip(`Programs of the page are not installed: ${missing.join(', ')}.`);
  for (const section of ['Install for production', 'Database', 'Settings', 'Processes', 'Operators', 'A platform'])
    await follow(section);
  const [platformId, token] = tokenOf();
  const rest = restAt(`http://127.0.0.1:${ports.one.rest}`, token);
  const [delivered, returned] = await payAndRefund(rest, platformId);
  await useEverything(rest);

  const load = installation.paying({ token, from: await shell.valueOf('account'), to: await bankOf(rest) });
  await load.more(2);
  await restartDatabase();
  await load.more(2);
  await follow('A new master key');
  await load.more(2);
  const before = [...load.paid];
  await follow('Backup and restore', 0, 1, 2);
  await load.stop();

  for (const id of load.paid) expect((await rest('GET', `/transactions/${id}`)).body.status, id).toBe('PROCESSING');
  const submitted = (await rail.done()).submitted.map(({ key }) => key);
  expect(submitted.toSorted()).toEqual([delivered, returned, ...load.paid].map(uuidIn).toSorted());
  expect(await follow('Monitoring')).toContain('QuoteService/ExecuteQuote');
  const metrics = await Promise.all([ports.one, ports.two].map(({ monitoring }) => metricsAt(monitoring)));

  await second.start(join(home, 'restored'));
  const restored = await follow('Backup and restore', 3);
  const again = restAt(`http://127.0.0.1:${ports.three.rest}`, token);

  expect(restored).toContain('findings  0');
  for (const id of [delivered, ...before]) expect((await again('GET', `/transactions/${id}`)).status, id).toBe(200);
  for (const { url } of [primary, second]) expect(await brokenInvariants(url)).toEqual([]);
  await shell.run('stop three');
  expectTraces(platformId);
  await expectSecrecy(metrics, platformId);
});

/** Money arrives by the rail. One payment is delivered; a bank returns the other, which is refunded. */
async function payAndRefund(rest: Rest, platformId: string): Promise<[delivered: string, returned: string]> {
  await rail.tell({ platform: `http://127.0.0.1:${ports.one.grpc}` });
  const reference = (await follow('A payment', 0)).trim();
  await rail.tell({ deposit: 'first', reference, amount: 1_000_000, platformId });
  await follow('A payment', 1);
  const [delivered, returned] = [await shell.valueOf('delivered'), await shell.valueOf('returned')];
  for (const id of [delivered, returned]) await rail.tell({ payout: uuidIn(id), report: { state: PayoutState.DELIVERED } });
  await rail.tell({ payout: uuidIn(returned), report: { state: PayoutState.RETURNED } });
  const found = await follow('A payment', 2);
  const { body: refunded } = await rest('GET', `/transactions/${returned}`);

  expect(found).toMatch(new RegExp(`${delivered} +OUTGOING +COMPLETED`));
  expect(found).toMatch(new RegExp(`${returned} +OUTGOING +FAILED`));
  expect([refunded.failureReason, refunded.refund.status]).toEqual(['PAYOUT_RETURNED', 'COMPLETED']);
  return [delivered, returned];
}

async function restartDatabase(): Promise<void> {
  await primary.stop();
  for (const { monitoring } of [ports.one, ports.two]) await readiness(monitoring, 503);
  await primary.start();
}

/** The platform and its token, and what is secret about them. */
function tokenOf(): [platformId: string, authorization: string] {
  const [created, token, operator] = ['platform.json', 'token.json', 'operator.json'].map((name) =>
    JSON.parse(readFileSync(join(home, name), 'utf8')),
  );
  canary.hide('the first token', created.clientSecret);
  canary.hide('the token of the backend', token.clientSecret);
  canary.hide('the token of the operator', operator.token);
  const credentials = Buffer.from(`${token.clientId}:${token.clientSecret}`).toString('base64');
  canary.hide('the header of the backend', credentials);
  return [created.platform, `Basic ${credentials}`];
}

/** Personal data of each kind: a customer with a number, a one-time code, and a card number where none belongs. */
async function useEverything(rest: Rest): Promise<void> {
  await rest('PATCH', '/config', { body: { embeddedWalletConfig: { otpLength: 12, alphanumeric: true } } });
  const identifier = hidden('the number of a person', `${digits(3)}-${digits(2)}-${digits(4)}`);
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: 'ada@example.com', idType: 'SSN', identifier };
  const { status, body: customer } = await rest('POST', '/customers', { body: person });
  expect(status, JSON.stringify(customer)).toBe(201);
  const wallet = await eventually(
    () => walletOf({ rest }, customer.id),
    (found) => found !== undefined,
  );
  const credentialId = await firstCredential({ rest }, wallet.id);
  await rest('POST', `/auth/credentials/${credentialId}/challenge`, { body: {} });
  const code = /your code is (\w+)\./.exec(mailbox.mails.at(-1)?.raw.replaceAll('=\r\n', '') ?? '')?.[1] ?? '';
  hidden('a one-time code', code);
  const quote = {
    source: { sourceType: 'ACCOUNT', accountId: await shell.valueOf('account') },
    destination: { destinationType: 'ACCOUNT', accountId: await bankOf(rest) },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100,
    remittanceInformation: `Card ${hidden('the number of a card', `4${digits(15)}`)}`,
  };
  expect((await rest('POST', '/quotes', { body: quote })).status).toBe(201);
}

/** Another account of the supplier, with a number that is found nowhere. */
async function bankOf(rest: Rest): Promise<string> {
  const accountInfo = { ...businessBank.accountInfo, accountNumber: hidden('the number of an account', digits(14)) };
  const { status, body } = await rest('POST', '/platform/external-accounts', { body: { ...businessBank, accountInfo } });
  expect(status, JSON.stringify(body)).toBe(201);
  await eventually(
    () => rest('GET', '/platform/external-accounts'),
    ({ body: { data } }) => data.find(({ id }: { id: string }) => id === body.id).status === 'ACTIVE',
  );
  return body.id;
}

async function readiness(port: number, status: number): Promise<void> {
  await eventually(
    async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status,
    (found) => found === status,
  );
}

const metricsAt = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** One trace leads from the request to the call of the rail. */
function expectTraces(platformId: string): void {
  const calls = otlp.spans.filter(({ name, kind }) => name === 'payments.rails.v1.RailService/SubmitPayout' && kind === 'CLIENT');
  const paths = calls.map((span) => otlp.pathTo(span)[0]);
  expect(paths.map((first) => first?.name)).toContain('POST /quotes/:quote_id/execute');
  expect(paths.map((first) => first?.attributes['payments.platform_id'])).toContain(platformId);
}

/** Neither in rows, in any encoding, nor in clear in the files of the databases, their logs (WAL) and the backup. */
async function expectSecrecy(metrics: readonly string[], platformId: string): Promise<void> {
  for (const [name, secret] of Object.entries(installation.secrets())) canary.hide(name, secret);
  const logs = readdirSync(home).filter((name) => name.endsWith('.log'));
  const seen: Seen[] = [
    ...logs.map((name) => ({ place: name, content: readFileSync(join(home, name)) })),
    ...metrics.map((content) => ({ place: 'metrics', content })),
    { place: 'traces', content: otlp.text() },
    ...[primary, second].map(({ logFile }) => ({ place: 'the log of PostgreSQL', content: readFileSync(logFile) })),
  ];
  const rows = await valuesIn(primary.url);
  for (const server of [primary, second]) await server.stop();
  const files = [...[primary, second].flatMap(({ cluster }) => walOf(cluster)), join(home, 'backup/base.tar')];
  const clear = openCanary();
  clear.hide('what is no secret', uuidIn(platformId));
  const readable = files.filter((file) => clear.rawFindings(file).length > 0);

  expect(logs.length).toBe(3);
  expect(rows.length).toBeGreaterThan(500);
  expect(canary.findings(seen)).toEqual([]);
  expect(canary.findings(rows)).toEqual([]);
  expect(readable).toContain(join(home, 'backup/base.tar'));
  for (const { cluster } of [primary, second]) expect(readable.filter((file) => file.startsWith(cluster))).not.toEqual([]);
  expect(files.flatMap((file) => canary.rawFindings(file))).toEqual([]);
}

function walOf(cluster: string): string[] {
  const folder = join(cluster, 'pg_wal');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
}
