// Forks of a sandbox platform: each begins as a copy with the same ids, and what is done to it leaves the original untouched.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeThings, type Things } from '../../contract/things.ts';
import { cardMessage } from '../../contract/valid-bodies.ts';
import { asTester } from '../../kit/citus.ts';
import { comeToRest, forkOf, leftTables, pay, rowsOf } from '../../kit/forks.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { logIn, newHolder, signTwice } from '../../kit/wallet-holder.ts';

const world = await startWorld();
const database = new Client({ connectionString: asTester(world.databaseUrl) });
await database.connect();
afterAll(() => database.end());
const rows = ({ id }: Pick<Tenant, 'id'>) => rowsOf(id, database);

let original: Tenant;
let things: Things;
beforeAll(async () => {
  original = await world.newPlatform();
  things = await makeThings(original);
  await comeToRest(world);
});

const fork = (of: Pick<Tenant, 'rest'> = original) => forkOf(of, world);

/** Directories stay with the original: their keys come without a platform. */
const directories = ['agents.secret_directory', 'auth.api_client', 'customers.kyc_token', 'customers.uma_address'];
directories.push('platform.invitation_code', 'platform.uma_name', 'stablecoins.network_token');

test('a fork has the rows of its original in every table, except those that are left out', async () => {
  const before = await rows(original);
  const own = await fork();

  const [copied, after] = [await rows(own), await rows(original)];
  const isCopied = ([name]: [string, string]) => !leftTables.includes(name) && !directories.includes(name);
  const comparable = (texts: Record<string, string>) => Object.fromEntries(Object.entries(texts).filter(isCopied));
  expect(comparable(copied)).toEqual(comparable(before));
  expect(comparable(after)).toEqual(comparable(before));
  expect(Object.keys(comparable(copied)).length).toBeGreaterThan(50);
  expect(Object.keys(copied).filter((name) => leftTables.includes(name) || directories.includes(name))).toEqual([
    'auth.api_client',
    'auth.api_token',
  ]);
});

test('copies leave out these tables, and no others', () => {
  const common = leftTables.filter((name) => /\.(idempotency|outbox|placed_platform|snapshot_part)$/.test(name));

  expect(common.length).toBe(36);
  const others = Map.groupBy(leftTables.filter((name) => !common.includes(name)).toSorted(), (name) => name.split('.')[0]);
  const tablesOf = ([service, names]: [string | undefined, string[]]) => [
    service,
    names.map((name) => name.split('.')[1]).join(' '),
  ];
  expect(Object.fromEntries([...others].map(tablesOf))).toEqual({
    accounts: 'audit_finding audited_sum',
    auth: 'api_token failed_attempt',
    cards: 'audit_finding',
    customers: 'customer_import customer_import_error document upload_part',
    platform: 'clock_advance logged_request request_count snapshot',
    stablecoins: 'audit_finding',
    transfers: 'activity audit_finding stray_subject',
    webhooks: 'attempt delivery event lane',
  });
});

test('what is done to a fork leaves the original untouched', async () => {
  const own = await fork();
  const before = await rows(original);

  await pay(own);
  await own.rest('POST', `/sandbox/cards/${things.fundedCardId}/simulate/authorization`, { body: cardMessage() });
  await own.rest('PATCH', `/customers/${things.businessId}`, { body: { fullName: 'Renamed' } });
  await own.rest('PATCH', `/cards/${things.fundedCardId}`, { body: { state: 'FROZEN' } });
  await own.rest('POST', '/sandbox/clock/advance', { body: { seconds: 86_400 } });
  await own.rest('DELETE', `/customers/${things.reachableId}`);
  await own.rest('POST', '/sandbox/reset');
  await world.settle();

  expect(await rows(original)).toEqual(before);
  expect((await own.rest('GET', '/customers')).body.totalCount).toBe(0);
});

test('wallets, cards, agents, external accounts and stablecoins go on in a fork', async () => {
  const tenant = await world.newPlatform();
  const holder = await newHolder(tenant);
  const own = await fork(tenant);
  const everything = await fork();

  const { second } = await signTwice(own, {
    method: 'POST',
    path: '/auth/credentials',
    body: { type: 'SMS_OTP', accountId: holder.accountId },
    key: holder.key,
  });
  const key = await logIn(own, holder.credentialId);
  const authorized = await everything.rest('POST', `/sandbox/cards/${things.fundedCardId}/simulate/authorization`, {
    body: cardMessage(),
  });
  const cleared = await everything.rest('POST', `/sandbox/cards/${things.fundedCardId}/simulate/clearing`, {
    body: { cardTransactionId: things.openPaymentId, amount: 100 },
  });
  const agent = await everything.rest('GET', `/agents/${things.agentId}`);
  const accounts = await everything.rest('GET', `/customers/external-accounts?customerId=${things.customerId}`);
  const operation = await everything.rest('GET', `/stablecoin-operations/${things.stablecoinOperationId}`);

  expect([second?.body?.code, key.compressed.length]).toEqual([undefined, 66]);
  expect([authorized.status, cleared.status, agent.status, operation.status]).toEqual([202, 202, 200, 200]);
  expect(accounts.body.data.map(({ id }: { id: string }) => id)).toContain(things.externalAccountId);
});
