// The commands of operators, for a platform that runs.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { services } from '../../services/all.ts';
import { serviceNames } from '../../tools/payments/ops/services.ts';
import { startReceiver } from '../kit/receiver.ts';
import { restOver } from '../kit/rest.ts';
import { link, register, token } from '../services/stablecoins/stablecoins-world.ts';
import { startOps } from './ops-world.ts';

const { world, operator, ofPlatform } = await startOps();
const receiver = await startReceiver();

const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD'] };

test('a platform is created with a token that works', async () => {
  const [{ platform, clientId, clientSecret }] = await operator.json(
    'platforms',
    'create',
    '--environment',
    'sandbox',
    '--currencies',
    'EUR',
  );

  const rest = restOver(world.raw, `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
  expect((await rest('GET', '/config')).status).toBe(200);
  expect((await operator.json('platforms', 'list')).map(({ id }) => id)).toContain(platform);
  expect(await operator.json('platforms', 'show', '--platform', platform)).toMatchObject([
    { id: platform, environment: 'sandbox' },
  ]);
});

test('tokens are created, listed and revoked', async () => {
  const [{ id, clientId, clientSecret }] = await operator.json(
    'tokens',
    'create',
    'Reports',
    ...ofPlatform,
    '--permission',
    'VIEW',
  );
  const rest = restOver(world.raw, `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
  const before = await rest('GET', '/tokens');

  const unconfirmed = await operator.run('tokens', 'revoke', id, ...ofPlatform);
  await operator.json('tokens', 'revoke', id, ...ofPlatform, '--yes');

  expect([before.status, unconfirmed.code]).toEqual([200, 2]);
  expect(unconfirmed.err).toContain('Add --yes to do it.');
  expect((await operator.json('tokens', 'list', ...ofPlatform)).map((token) => token.id)).not.toContain(id);
});

test('limits and fees are set, listed and cleared', async () => {
  await operator.json('limits', 'set', 'USD-EUR', ...ofPlatform, '--daily', '5000000');
  await operator.json('fees', 'set', 'USD-EUR', ...ofPlatform, '--rail', 'SEPA', '--bps', '30');
  const fees = await operator.json('fees', 'list', ...ofPlatform);
  await operator.json('fees', 'clear', 'USD-EUR', ...ofPlatform, '--rail', 'SEPA');

  const corridor = { sendingCurrency: 'USD', receivingCurrency: 'EUR' };
  expect(await operator.json('limits', 'list', ...ofPlatform)).toMatchObject([{ ...corridor, dailyMax: 5_000_000 }]);
  expect(fees).toMatchObject([{ ...corridor, rail: 'SEPA', variableBps: 30 }]);
  expect(await operator.json('fees', 'list', ...ofPlatform)).toEqual([]);
});

test('an account is frozen, unfrozen and closed', async () => {
  const { body: customer } = await world.rest('POST', '/customers', { body: person });
  const [account] = await operator.json('accounts', 'list', customer.id, ...ofPlatform);
  const change = async (verb: string, ...args: string[]) =>
    (await operator.json('accounts', verb, account.id, ...ofPlatform, ...args))[0].status;

  expect([await change('freeze'), await change('unfreeze'), await change('close', '--yes')]).toEqual([
    'FROZEN',
    'ACTIVE',
    'CLOSED',
  ]);
  expect((await operator.run('accounts', 'freeze', account.id, ...ofPlatform)).err).toContain('CONFLICT (STATUS_MOVE_FORBIDDEN)');
});

test('a stablecoin becomes a currency, and its link is revoked', async () => {
  const linkId = await link(world);
  const { body: made } = await register(world, { ...token(), providerTokenIdentifier: 'HARBOR' });
  const decide = async (status: string) => (await operator.json('stablecoins', 'decide', made.id, status, ...ofPlatform))[0];

  const decided = [await decide('PENDING_APPROVAL'), await decide('ENABLING'), await decide('ENABLED')];
  const revoked = await operator.json('stablecoins', 'revoke', linkId, ...ofPlatform, '--yes');

  expect(decided.at(-1)).toMatchObject({ serviceOperationsStatus: 'ENABLED', currency: 'HARBOR' });
  expect(revoked).toMatchObject([{ id: linkId, status: 'REVOKED' }]);
  expect((await operator.run('stablecoins', 'decide', made.id, 'GONE', ...ofPlatform)).err).toContain('must be one of');
});

test('dead events are sent again', async () => {
  const tenant = await world.newPlatform();
  const ofTenant = ['--platform', tenant.id];
  receiver.answer({ status: 410 });
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const { body: customer } = await tenant.rest('POST', '/customers', { body: person });
  await world.settle();
  await giveUpDeliveries(tenant.id);
  const dead = await operator.json('webhooks', 'list', ...ofTenant, '--state', 'DEAD');
  const later = await operator.json('webhooks', 'resend', '--all-dead', '--since', '2030-01-01T00:00:00Z', ...ofTenant);

  const [shown] = await operator.json('webhooks', 'show', dead[0].eventId, ...ofTenant);
  const unknown = await operator.run('webhooks', 'show', randomUUID(), ...ofTenant);
  receiver.answer({});
  const [{ resent }] = await operator.json('webhooks', 'resend', '--all-dead', ...ofTenant);
  await world.settle();

  const isOfCustomer = ({ resource }: { resource: string }) => resource === customer.id;
  const now = await operator.json('webhooks', 'list', ...ofTenant, '--resource', customer.id);
  expect(shown).toMatchObject({ eventId: dead[0].eventId, state: 'DEAD', attempts: [{ status: 410 }] });
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('has no event')]);
  expect(dead.filter(isOfCustomer).length).toBeGreaterThan(0);
  expect([later, resent]).toEqual([[{ resent: 0 }], dead.filter(({ isRetried }) => isRetried).length]);
  expect(now.map(({ state }) => state)).not.toContain('DEAD');
  expect((await operator.run('webhooks', 'resend', ...ofTenant)).code).toBe(2);
});

/** As after seven days of attempts. */
async function giveUpDeliveries(platformId: string): Promise<void> {
  const database = new Client({ connectionString: world.databaseUrl });
  await database.connect();
  await database.query(`update webhooks.delivery set state = 'DEAD' where platform_id = $1 and state = 'PENDING'`, [platformId]);
  await database.end();
}

test('keys, jobs and refunds of all services can be listed', async () => {
  expect(await operator.json('keys', 'check')).toHaveLength(services.length);
  expect(await operator.json('jobs', 'list')).toEqual([]);
  expect(await operator.json('jobs', 'retry', '--all')).toEqual([{ retried: 0 }]);
  expect(await operator.json('refunds', 'list', ...ofPlatform)).toEqual([]);
  expect(await operator.json('cards', 'owed', ...ofPlatform)).toEqual([]);
});

// The clock of the world stands still. test/flows/operators.test.ts has healthy services.
test('the doctor finds a wrong clock in every service, and fails', async () => {
  const { code, out, err } = await operator.run('doctor');

  expect(code).toBe(1);
  expect(out.match(/ PROBLEM /g)).toHaveLength(serviceNames.length);
  for (const name of serviceNames) expect(err).toContain(`${name}: The clock differs from that of this machine by`);
});

test('the databases have all migrations, and the ledger adds up', async () => {
  expect(await operator.json('migrate', '--plan')).toEqual([]);
  expect(await operator.json('audit', 'ledger', ...ofPlatform)).toEqual([{ findings: 0 }]);
});
