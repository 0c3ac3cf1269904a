// Snapshots of a sandbox platform: it returns to exactly this state, under the same ids.
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeThings } from '../../contract/things.ts';
import { cardMessage } from '../../contract/valid-bodies.ts';
import { brokenInvariants } from '../../kit/books.ts';
import { asTester } from '../../kit/citus.ts';
import { comeToRest, leftTables, pay, rowsOf } from '../../kit/forks.ts';
import { balancesOf, makePayee, makePayer, makeQuote } from '../../kit/payments.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';

const world = await startWorld();
const database = new Client({ connectionString: asTester(world.databaseUrl) });
await database.connect();
afterAll(() => database.end());

const take = async ({ rest }: Tenant, body: object = {}): Promise<string> => {
  const answer = await rest('POST', '/sandbox/snapshots', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};
const restore = ({ rest }: Tenant, id: string, headers = {}) => rest('POST', `/sandbox/snapshots/${id}/restore`, { headers });

/** The rows of tables that snapshots contain, without house accounts that hold nothing: those stay open. */
async function copiedRows({ id }: Tenant): Promise<Record<string, string>> {
  const { 'accounts.balance': balances = '', ...others } = await rowsOf(id, database);
  const holding = balances.split('\n').filter((line) => line.includes('"kind": "INTERNAL"') || !line.includes('"available": 0,'));
  const texts = Object.entries({ ...others, 'accounts.balance': holding.join('\n') });
  return Object.fromEntries(texts.filter(([name]) => !leftTables.includes(name)));
}

test('a restored platform has the rows of the snapshot in every table, whatever happened in between', async () => {
  const tenant = await world.newPlatform();
  const things = await makeThings(tenant);
  await comeToRest(world);
  const before = await copiedRows(tenant);
  const snapshotId = await take(tenant);

  await pay(tenant);
  await tenant.rest('PATCH', '/config', { body: { embeddedWalletConfig: { appName: 'Changed' } } });
  await tenant.rest('POST', `/sandbox/cards/${things.fundedCardId}/simulate/authorization`, { body: cardMessage() });
  await tenant.rest('PATCH', `/cards/${things.fundedCardId}`, { body: { state: 'FROZEN' } });
  await tenant.rest('DELETE', `/customers/${things.reachableId}`);
  await tenant.advance(86_400);
  await world.settle();
  const { status } = await restore(tenant, snapshotId);

  const after = await copiedRows(tenant);
  expect(status).toBe(204);
  expect(Object.keys(before).length).toBeGreaterThan(50);
  expect(after).toEqual(before);
});

test('a restored platform goes on: payments, balances, the clock and its configuration', async () => {
  const tenant = await world.newPlatform();
  await tenant.advance(3_600);
  await tenant.rest('PATCH', '/config', { body: { embeddedWalletConfig: { appName: 'Before' } } });
  const payer = await makePayer(tenant.rest);
  const payee = await makePayee(tenant.rest, payer.customerId);
  const quote = await makeQuote(tenant.rest, { from: payer.accountId, to: payee });
  const execute = async () => (await tenant.rest('POST', `/quotes/${quote.id}/execute`)).body.status;
  const snapshotId = await take(tenant);
  const first = await execute();
  await tenant.rest('PATCH', '/config', { body: { embeddedWalletConfig: { appName: 'After' } } });
  await tenant.advance(86_400);

  await restore(tenant, snapshotId);
  const restored = await balancesOf(tenant.rest, payer);
  const second = await execute();
  await restore(tenant, snapshotId);
  const third = await execute();

  expect([first, second, third]).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
  expect([restored.available, (await balancesOf(tenant.rest, payer)).available]).toEqual([100_000, 99_000]);
  expect((await tenant.rest('GET', '/sandbox/clock')).body.offsetSeconds).toBe(3_600);
  expect((await tenant.rest('GET', '/config')).body.embeddedWalletConfig.appName).toBe('Before');
  await world.settle();
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
  await world.running.audit();
  const { payload } = await world.app.inject({ method: 'GET', url: '/metrics' });
  expect(new Set([...payload.matchAll(/^payments_audit_findings\{.*\} (\d+)$/gm)].map(([, count]) => count))).toEqual(
    new Set(['0']),
  );
});

test('an account sends its events again after a restore', async () => {
  const tenant = await world.newPlatform();
  const { accountId } = await makePayer(tenant.rest);
  const fund = (amount: number) => tenant.rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount } });
  const snapshotId = await take(tenant);
  await fund(1);
  await world.settle();
  await restore(tenant, snapshotId);

  await fund(2);
  await world.settle();

  const { body } = await tenant.rest('GET', `/events?resource=${accountId}`);
  expect(body.data.length).toBe(1);
  expect((await tenant.rest('GET', `/events/${body.data[0].id}`)).status).toBe(200);
});

test('snapshots are listed by name, survive a reset, and are deleted', async () => {
  const tenant = await world.newPlatform();
  const { customerId } = await makePayer(tenant.rest);
  const first = await take(tenant, { name: 'one customer' });
  world.wall.advance(1); // orders the snapshots
  await tenant.rest('POST', '/sandbox/reset');
  const empty = await take(tenant);

  const { body: listed } = await tenant.rest('GET', '/sandbox/snapshots');
  await restore(tenant, first);
  const found = (await tenant.rest('GET', `/customers/${customerId}`)).status;
  const deleted = await tenant.rest('DELETE', `/sandbox/snapshots/${first}`);
  const again = await tenant.rest('DELETE', `/sandbox/snapshots/${first}`);

  expect(listed.data.map(({ id, name }: { id: string; name?: string }) => [id, name])).toEqual([
    [first, 'one customer'],
    [empty, undefined],
  ]);
  expect([found, deleted.status, again.status]).toEqual([200, 204, 404]);
  expect((await restore(tenant, first)).body.code).toBe('REFERENCE_NOT_FOUND');
});

test('another platform neither sees nor restores a snapshot', async () => {
  const [tenant, other] = [await world.newPlatform(), await world.newPlatform()];
  const snapshotId = await take(tenant);
  const before = await copiedRows(other);

  const { status } = await restore(other, snapshotId);
  await restore(tenant, snapshotId);

  expect([status, (await other.rest('GET', '/sandbox/snapshots')).body.data]).toEqual([404, []]);
  expect(await copiedRows(other)).toEqual(before);
});
