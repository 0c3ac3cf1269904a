// Embedded wallets: their creation, and their content before and after the verification of the first credential.
import { expect, test } from 'vitest';
import { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { type AcceptEventsRequest, EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { services } from '../../../services/all.ts';
import { eventually } from '../../kit/payments.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { csv, imported, person } from '../customers/csv-files.ts';

const world = await startWorld({ doors: services.filter(({ name }) => name !== 'webhooks') });

const individual = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } as const;

async function newCustomer(tenant: Tenant, more: object = {}): Promise<string> {
  const { status, body } = await tenant.rest('POST', '/customers', { body: { ...individual, ...more } });
  expect(status).toBe(201);
  return body.id;
}

async function walletsOf(tenant: Tenant, customerId: string) {
  const { body } = await tenant.rest('GET', `/customers/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  return body.data;
}

async function eventsOf(accountId: string): Promise<{ type: string; sequence: bigint; data: unknown }[]> {
  await world.settle();
  return world.absent.calls
    .filter(({ method }) => method === EventService.method.acceptEvents)
    .flatMap(({ request }) => (request as AcceptEventsRequest).events)
    .filter(({ resource }) => resource === accountId)
    .map(({ type, sequence, body }) => ({ type, sequence, data: JSON.parse(Buffer.from(body).toString()).data }));
}

test('a customer with an e-mail gets one wallet in USDB in addition to the other accounts', async () => {
  const customerId = await newCustomer(world, { currencies: ['USD'], email: 'ada@example.com' });

  const { body } = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}`);

  const zero = { amount: 0, currency: { code: 'USDB', name: 'USDB', symbol: 'USDB', decimals: 6 } };
  expect(body.totalCount).toBe(2);
  expect(body.data.map(({ type }: { type: string }) => type).sort()).toEqual(['EMBEDDED_WALLET', 'INTERNAL_FIAT']);
  expect(await walletsOf(world, customerId)).toEqual([
    {
      id: expect.stringMatching(/^InternalAccount:/),
      customerId,
      type: 'EMBEDDED_WALLET',
      status: 'ACTIVE',
      balance: zero,
      totalBalance: zero,
      fundingPaymentInstructions: [],
      privateEnabled: false,
      createdAt: world.wall.now().toISOString(),
      updatedAt: world.wall.now().toISOString(),
    },
  ]);
  expect(body.data.find(({ type }: { type: string }) => type === 'INTERNAL_FIAT')).not.toHaveProperty('privateEnabled');
});

test('a customer without an e-mail gets a wallet when one is patched in, and only one', async () => {
  const customerId = await newCustomer(world);
  const before = await walletsOf(world, customerId);

  const patch = (more: object) =>
    world.rest('PATCH', `/customers/${customerId}`, { body: { customerType: 'INDIVIDUAL', ...more } });
  await patch({ email: 'grace@example.com' });
  await patch({ currencies: ['USD', 'EUR'] });

  expect(before).toEqual([]);
  expect(await walletsOf(world, customerId)).toHaveLength(1);
});

test('concurrent openings create no second wallet', async () => {
  const customerId = await newCustomer(world);
  const directory = world.internal(AccountDirectoryService);

  await Promise.all(
    [1, 2, 3].map(() => directory.openCustomerAccounts({ openings: [{ customerId, currencies: ['USDB'], withWallet: true }] })),
  );

  expect(await walletsOf(world, customerId)).toHaveLength(1);
});

test('imported customers with an e-mail get wallets too, with their first credentials', async () => {
  const { rest } = await world.newPlatform({ currencies: ['USDB'] });
  const emails = ['una@example.com', 'duo@example.com'];
  const rows = emails.map((email) => person(email.slice(0, 3), { email }));

  await imported({ ...world, rest }, csv([...rows, person('nil')]));

  const { body } = await rest('GET', '/customers/internal-accounts?type=EMBEDDED_WALLET');
  const list = async (id: string): Promise<{ type: string; nickname: string }[]> =>
    (await rest('GET', `/auth/credentials?accountId=${id}`)).body.data;
  const listAll = async () => (await Promise.all(body.data.map(({ id }: { id: string }) => list(id)))).flat();
  const credentials = await eventually(listAll, ({ length }) => length >= emails.length);
  const found = credentials.map(({ type, nickname }) => [type, nickname]);
  expect(found.sort()).toEqual(emails.toSorted().map((email) => ['EMAIL_OTP', email]));
});

test('a platform without USDB has no wallets', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD', 'EUR'] });

  const customerId = await newCustomer(tenant, { email: 'ada@example.com' });

  expect(await walletsOf(tenant, customerId)).toEqual([]);
});

test('coordinates appear when the first credential is verified, once', async () => {
  const customerId = await newCustomer(world, { email: 'ada@example.org' });
  const [wallet] = await walletsOf(world, customerId);
  const directory = world.internal(AccountDirectoryService);
  world.wall.advance(1_000);

  await directory.bootstrapWallet({ accountId: wallet.id });
  await directory.bootstrapWallet({ accountId: wallet.id });

  const accountOrWalletInfo = {
    accountType: 'SPARK_WALLET',
    address: expect.stringMatching(/^sparkrt1[02-9ac-hj-np-z]+$/),
    assetType: 'USDB',
  };
  const shown = {
    ...wallet,
    fundingPaymentInstructions: [{ isPlatformAccount: false, accountOrWalletInfo }],
    updatedAt: world.wall.now().toISOString(),
  };
  expect(await walletsOf(world, customerId)).toEqual([shown]);
  expect(await eventsOf(wallet.id)).toEqual([
    { type: 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED', sequence: 1n, data: shown },
  ]);
});

test('an account that is no wallet is not bootstrapped', async () => {
  const customerId = await newCustomer(world, { currencies: ['USD'] });
  const { body } = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}`);

  const attempt = world.internal(AccountDirectoryService).bootstrapWallet({ accountId: body.data[0].id });

  await expect(attempt).rejects.toThrow('is not an embedded wallet');
});

test('deposits are credited before and after', async () => {
  const customerId = await newCustomer(world, { email: 'ada@example.net' });
  const [wallet] = await walletsOf(world, customerId);

  await world.rest('POST', `/sandbox/internal-accounts/${wallet.id}/fund`, { body: { amount: 5_000_000 } });

  const [funded] = await walletsOf(world, customerId);
  expect(funded.balance.amount).toBe(5_000_000);
});
