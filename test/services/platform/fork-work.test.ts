// Forks of a sandbox platform go on like the original: payments, external accounts, webhooks and books.
import { expect, test } from 'vitest';
import { customer } from '../../contract/valid-bodies.ts';
import { brokenInvariants } from '../../kit/books.ts';
import { forkOf, pay } from '../../kit/forks.ts';
import { balancesOf, makePayee, makePayer, makeQuote, makeSlowPayee } from '../../kit/payments.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';

const world = await startWorld();
const fork = (of: Pick<Tenant, 'rest'>) => forkOf(of, world);

test('ids resolve in both, each with its own credentials, and pending payments end in both', async () => {
  const tenant = await world.newPlatform();
  await tenant.advance(3_600);
  const payer = await makePayer(tenant.rest);
  const quote = await makeQuote(tenant.rest, { from: payer.accountId, to: await makeSlowPayee(tenant.rest, payer.customerId) });
  const later = await makeQuote(tenant.rest, { from: payer.accountId, to: await makePayee(tenant.rest, payer.customerId) });
  await tenant.rest('POST', `/quotes/${quote.id}/execute`);

  const own = await fork(tenant);

  const statusIn = async ({ rest }: Pick<Tenant, 'rest'>) =>
    (await rest('GET', `/transactions/${quote.transactionId}`)).body.status;
  expect([await statusIn(tenant), await statusIn(own)]).toEqual(['PROCESSING', 'PROCESSING']);
  expect((await own.rest('GET', '/sandbox/clock')).body.offsetSeconds).toBe(3_600);
  await own.rest('POST', '/sandbox/clock/advance', { body: { seconds: 600 } });
  expect([await statusIn(tenant), await statusIn(own)]).toEqual(['PROCESSING', 'COMPLETED']);
  expect((await tenant.rest('POST', `/quotes/${later.id}/execute`)).body.status).toBe('COMPLETED');
  expect([await balancesOf(tenant.rest, payer), await balancesOf(own.rest, payer)]).toEqual([
    { available: 98_000, total: 98_000 },
    { available: 99_000, total: 99_000 },
  ]);
  expect((await own.rest('GET', `/customers/${payer.customerId}`, { token: tenant.token })).status).toBe(200);
});

test('duplicates of external accounts are found in a fork, too', async () => {
  const tenant = await world.newPlatform();
  const { customerId } = await makePayer(tenant.rest);
  const payee = await makePayee(tenant.rest, customerId);
  const { body: account } = await tenant.rest('GET', `/customers/external-accounts/${payee}`);
  const { currency, accountInfo } = account;
  const again = ({ rest }: Pick<Tenant, 'rest'>) =>
    rest('POST', '/customers/external-accounts', { body: { customerId, currency, accountInfo } });

  const own = await fork(tenant);

  const [first, second] = [await again(tenant), await again(own)];
  expect([second.status, second.body.code ?? second.body.id]).toEqual([first.status, first.body.code ?? first.body.id]);
});

test('events of a fork go to its own endpoint only, and pending ones of the original are not sent twice', async () => {
  const tenant = await world.newPlatform();
  const [theirs, ours] = [await startReceiver(), await startReceiver()];
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: theirs.url } });
  await tenant.rest('POST', '/customers', { body: customer() });
  await world.settle();
  const before = theirs.events.length;
  const own = await fork(tenant);

  await own.rest('PATCH', '/config', { body: { webhookEndpoint: ours.url } });
  await pay(own);
  await world.settle();

  expect(theirs.events.length).toBe(before);
  expect(ours.types()).toContain('OUTGOING_PAYMENT.COMPLETED');
  expect((await own.rest('GET', '/events')).body.data.length).toBe(ours.events.length + ours.tests.length);
});

test('the books of the installation balance after payments in an original and its forks at the same time', async () => {
  const tenant = await world.newPlatform();
  const payer = await makePayer(tenant.rest);
  const payee = await makePayee(tenant.rest, payer.customerId);
  const tenants = [tenant, ...(await Promise.all([fork(tenant), fork(tenant)]))];

  const payments = tenants.flatMap(({ rest }) =>
    Array.from({ length: 5 }, async () => {
      const quote = await makeQuote(rest, { from: payer.accountId, to: payee });
      return (await rest('POST', `/quotes/${quote.id}/execute`)).body.status;
    }),
  );

  expect(new Set(await Promise.all(payments))).toEqual(new Set(['COMPLETED']));
  for (const { rest } of tenants) expect(await balancesOf(rest, payer)).toEqual({ available: 95_000, total: 95_000 });
  await world.settle();
  expect(await brokenInvariants(world.databaseUrl)).toEqual([]);
  await world.running.audit();
  const { payload } = await world.app.inject({ method: 'GET', url: '/metrics' });
  expect(new Set([...payload.matchAll(/^payments_audit_findings\{.*\} (\d+)$/gm)].map(([, count]) => count))).toEqual(
    new Set(['0']),
  );
});
