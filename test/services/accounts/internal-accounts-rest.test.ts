// Internal accounts over REST: the content of the lists, and refusals.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { currencies } from '../../../services/kit/core/currencies.ts';
import { sharedWorld } from '../../kit/shared-world.ts';

const customerId = `Customer:${randomUUID()}`;

const world = await sharedWorld();
await world
  .internal(AccountDirectoryService)
  .openCustomerAccounts({ openings: [{ customerId, currencies: ['USD', 'USDC', 'ILS'] }] });

test('a list shows whole accounts', async () => {
  const { status, body } = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);

  const usd = { amount: 0, currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 } };
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      {
        id: expect.stringMatching(/^InternalAccount:[0-9a-f-]{36}$/),
        customerId,
        type: 'INTERNAL_FIAT',
        status: 'ACTIVE',
        balance: usd,
        totalBalance: usd,
        fundingPaymentInstructions: [
          {
            isPlatformAccount: false,
            accountOrWalletInfo: {
              accountType: 'USD_ACCOUNT',
              accountNumber: expect.stringMatching(/^\d{12}$/),
              routingNumber: '091999997',
              bankName: 'Collection Bank',
              bankAddress: '1 Settlement Square, Minneapolis, MN 55401, US',
              paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
              reference: expect.stringMatching(/^[A-Z2-7]{4}-[A-Z2-7]{6}$/),
            },
          },
        ],
        createdAt: world.wall.now().toISOString(),
        updatedAt: world.wall.now().toISOString(),
      },
    ],
    hasMore: false,
    totalCount: 1,
  });
});

test('a currency without a collecting rail has no coordinates', async () => {
  const { body } = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=ILS`);

  expect(body.data[0].fundingPaymentInstructions).toEqual([]);
});

test('all coordinates match the document', async () => {
  const codes = currencies.map(({ code }) => code);
  await world.internal(AccountDirectoryService).openPlatformAccounts({ currencies: codes });

  const { status, body } = await world.rest('GET', '/platform/internal-accounts?limit=nothing&cursor=either');

  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['data']);
  const types = body.data.flatMap(({ fundingPaymentInstructions }: { fundingPaymentInstructions: Funding[] }) =>
    fundingPaymentInstructions.map(({ accountOrWalletInfo }) => accountOrWalletInfo.accountType),
  );
  const collected = currencies.filter(({ kind, code }) => kind === 'fiat' && code !== 'ILS').map(({ code }) => `${code}_ACCOUNT`);
  const wallets = ['SPARK', 'SOLANA', 'BASE', 'POLYGON', 'ETHEREUM', 'TRON', 'PLASMA'].map((network) => `${network}_WALLET`);
  expect(new Set(types)).toEqual(new Set([...collected, ...wallets]));
});

type Funding = { accountOrWalletInfo: { accountType: string } };

test.each([
  ['/customers/internal-accounts', 'limit=0', 'limit'],
  ['/customers/internal-accounts', 'limit=101', 'limit'],
  ['/customers/internal-accounts', 'limit=some', 'limit'],
  ['/customers/internal-accounts', 'cursor=broken', 'cursor'],
  ['/customers/internal-accounts', 'type=SAVINGS', 'type'],
  ['/customers/internal-accounts', 'currency=usd', 'currency'],
  ['/customers/internal-accounts', 'customerId=Platform:1', 'customerId'],
  ['/platform/internal-accounts', 'type=SAVINGS', 'type'],
  ['/platform/internal-accounts', 'currency=usd', 'currency'],
])('%s?%s is refused', async (path, query, field) => {
  const { status, body } = await world.rest('GET', `${path}?${query}`);

  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'INVALID_INPUT', details: { errors: [{ field }] } });
});

test('there is no list of all internal accounts', async () => {
  const { status } = await world.rest('GET', '/internal-accounts');

  expect(status).toBe(404);
});
