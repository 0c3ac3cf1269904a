// Mints and burns: what their accounts, links and stablecoins must be.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountDirectoryService, ExternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { StablecoinProviderAccountStatus } from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { burn, byWire, fromWallet, mint, newIssuer, wallet } from './operations-world.ts';
import { link, register, report, token } from './stablecoins-world.ts';

const world = await sharedWorld();
const issuer = await newIssuer(world);

test('an account that is not ACTIVE is refused', async () => {
  const accountId = await wallet(world);
  await world
    .internal(AccountDirectoryService)
    .changeExternalAccountStatus({ accountId, change: ExternalAccountChange.DISABLED });

  const { status, body } = await mint(world, issuer, { ...byWire(issuer), destination: { accountId } });

  expect([status, body.code, body.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'destination.accountId']);
});

test.each([
  [StablecoinProviderAccountStatus.INVALID, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'],
  [StablecoinProviderAccountStatus.REVOKED, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'],
])('a stablecoin whose link has the status %s is refused with %s', async (linkStatus, code) => {
  const tenant = await world.newPlatform();
  const own = await newIssuer(tenant);
  await link(tenant); // never selected instead
  await report(tenant, own.linkId, linkStatus);

  const answers = [await mint(tenant, own, byWire(own)), await burn(tenant, own, fromWallet(own))];

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [400, code],
    [400, code],
  ]);
});

test('a stablecoin that is not PROVISIONED is refused', async () => {
  const tenant = await world.newPlatform();
  const own = await newIssuer(tenant);
  const { body: pending } = await register(tenant, token('001'));

  const { status, body } = await mint(tenant, { stablecoinId: pending.id }, byWire(own));

  expect([status, body.code, body.details.reason]).toEqual([409, 'CONFLICT', 'STABLECOIN_NOT_PROVISIONED']);
});

test('of several faults, the first in the order of the contract is reported', async () => {
  const tenant = await world.newPlatform();
  const own = await newIssuer(tenant);
  const { body: pending } = await register(tenant, token('001'));
  const noAccount = { ...byWire(own), destination: { accountId: `ExternalAccount:${randomUUID()}` } };
  const send = async (stablecoinId: string, changes: object = {}) => {
    const { status, body } = await mint(tenant, { stablecoinId }, { ...noAccount, ...changes });
    return [status, body.code, body.details?.resource ?? body.details?.reason];
  };
  const unknown = `Stablecoin:${randomUUID()}`;

  expect(await send(unknown, { amount: '01' })).toEqual([400, 'INVALID_INPUT', undefined]);
  expect(await send(unknown)).toEqual([404, 'REFERENCE_NOT_FOUND', 'Stablecoin']);
  expect(await send(pending.id)).toEqual([409, 'CONFLICT', 'STABLECOIN_NOT_PROVISIONED']);
  expect(await send(own.stablecoinId, { description: 'Later 503' })).toEqual([404, 'REFERENCE_NOT_FOUND', 'ExternalAccount']);
  await report(tenant, own.linkId, StablecoinProviderAccountStatus.REVOKED);
  expect(await send(pending.id)).toEqual([400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED', undefined]);
});

test('an account of a customer is used like one of the platform', async () => {
  const { body: customer } = await world.rest('POST', '/customers', {
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
  });
  const address = `spark1pgss${'p'.repeat(33)}`;
  const { body: account } = await world.rest('POST', '/customers/external-accounts', {
    body: { customerId: customer.id, currency: 'USDB', accountInfo: { accountType: 'SPARK_WALLET', address } },
  });

  expect((await mint(world, issuer, byWire({ walletId: account.id }))).status).toBe(201);
});

test('stablecoins, accounts and operations of another platform do not exist', async () => {
  const other = await world.newPlatform();
  const own = await newIssuer(other);
  const { body: made } = await mint(world, issuer, byWire(issuer));
  const resourceOf = ({ status, body }: { status: number; body: { code: string; details: { resource: string } } }) => [
    status,
    body.code,
    body.details.resource,
  ];

  expect(resourceOf(await mint(other, issuer, byWire(own)))).toEqual([404, 'REFERENCE_NOT_FOUND', 'Stablecoin']);
  expect(resourceOf(await mint(other, own, byWire(issuer)))).toEqual([404, 'REFERENCE_NOT_FOUND', 'ExternalAccount']);
  expect(resourceOf(await other.rest('GET', `/stablecoin-operations/${made.id}`))).toEqual([
    404,
    'REFERENCE_NOT_FOUND',
    'StablecoinOperation',
  ]);
  expect(resourceOf(await other.rest('GET', `/stablecoins/${issuer.stablecoinId}/operations`))).toEqual([
    404,
    'REFERENCE_NOT_FOUND',
    'Stablecoin',
  ]);
});
