// The order of the checks of POST /quotes: a request that fails two neighbouring checks gets the first error.
import { expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { accountOf, fund, newWallet, quoteBody, sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();

/** A valid request, and its possible errors. */
interface Scene {
  readonly tenant: Tenant;
  readonly source: string;
  body: Record<string, unknown>;
  token: string;
}

type Fault = (scene: Scene) => Promise<void> | void;
const nobody = '01900000-0000-7000-8000-000000000000';

const faults = {
  credentials: [401, 'UNAUTHORIZED', (scene) => void (scene.token = 'Basic bm86Ym9keQ==')],
  shape: [400, 'INVALID_INPUT', (scene) => set(scene, { lockedCurrencySide: 'BOTH' })],
  amount: [400, 'INVALID_AMOUNT', (scene) => set(scene, { lockedCurrencyAmount: 0 })],
  accounts: [400, 'INVALID_INPUT', (scene) => set(scene, { destination: end(`ExternalAccount:${nobody}`) })],
  customer: [
    403,
    'USER_NOT_READY',
    async (scene) => {
      const body = { customerType: 'INDIVIDUAL', fullName: 'Pending 001' };
      const { body: customer } = await scene.tenant.rest('POST', '/customers', { body });
      set(scene, { source: { sourceType: 'ACCOUNT', accountId: scene.source, customerId: customer.id } });
    },
  ],
  state: [
    400,
    'INVALID_INPUT',
    async ({ tenant, source }) => {
      const change = InternalAccountChange.FROZEN;
      await tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId: source, change });
    },
  ],
  ownership: [
    400,
    'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
    async (scene) => {
      const accountInfo = { accountType: 'BASE_WALLET', address: `0x${'a'.repeat(40)}` };
      const wallet = { currency: 'USDC', ownershipType: 'FIRST_PARTY', accountInfo };
      const { body } = await scene.tenant.rest('POST', '/platform/external-accounts', { body: wallet });
      set(scene, { destination: end(body.id), lockedCurrencyAmount: 200_000 });
    },
  ],
  currency: [400, 'INVALID_CURRENCY', (scene) => configure(scene, [enabled('USD')])],
  network: [
    400,
    'INVALID_INPUT',
    (scene) => set(scene, { source: { sourceType: 'REALTIME_FUNDING', currency: 'USDT', cryptoNetwork: 'BASE' } }),
  ],
  lookup: [400, 'LOOKUP_REQUEST_FAILED', (scene) => set(scene, { lookupId: `Lookup:${nobody}` })],
  range: [400, 'AMOUNT_OUT_OF_RANGE', (scene) => configure(scene, [enabled('USD', 9), enabled('USDC'), enabled('USDT')])],
  cap: [400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED', (scene) => limit(scene, { singleMax: 1n })],
  fee: [
    400,
    'INVALID_INPUT',
    (scene) =>
      set(scene, { platformFeeOverride: { platformFixedFee: { amount: 1, currency: 'EUR' }, platformVariableFeeBps: 0 } }),
  ],
  day: [
    429,
    'DAILY_VOLUME_LIMIT_EXCEEDED',
    async (scene) => {
      await limit(scene, { dailyMax: 1n });
      set(scene, { immediatelyExecute: true });
    },
  ],
  balance: [400, 'INVALID_AMOUNT', (scene) => set(scene, { immediatelyExecute: true, lockedCurrencyAmount: 500_000 })],
} satisfies Record<string, [number, string, Fault]>;

type Check = keyof typeof faults;
const order = Object.keys(faults) as Check[];

test.each(order)('%s alone', async (check) => {
  const scene = await sceneOf();
  const [status, code, fault] = faults[check];
  await fault(scene);

  expect(await answerTo(scene)).toEqual([status, code]);
});

test.each(order.slice(1).map((later, index) => ({ first: order[index] ?? later, later })))(
  '$first is checked before $later',
  async ({ first, later }) => {
    const scene = await sceneOf();
    const [status, code, fault] = faults[first];
    await faults[later][2](scene);
    await fault(scene);

    expect(await answerTo(scene)).toEqual([status, code]);
  },
);

test('without permission a request is not read', async () => {
  const tenant = await world.newPlatform({ permissions: [Permission.VIEW], currencies: ['USD'] });

  const { status, body } = await tenant.rest('POST', '/quotes', { body: { lockedCurrencySide: 'BOTH' } });

  expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
});

test('without an error the quote is created', async () => {
  expect(await answerTo(await sceneOf())).toEqual([201, undefined]);
});

async function sceneOf(): Promise<Scene> {
  const tenant = await world.newPlatform({ currencies: ['USD', 'USDC', 'USDT'] });
  const wallet = await newWallet(tenant, undefined);
  await tenant.internal(AccountDirectoryService).setCounterpartyRules({ applies: true });
  const source = await accountOf(tenant, undefined);
  await fund(tenant, source, 300_000);
  return { tenant, source, body: quoteBody(source, wallet), token: tenant.token };
}

async function answerTo({ tenant, body, token }: Scene) {
  const answer = await tenant.rest('POST', '/quotes', { body, headers: { authorization: token } });
  return [answer.status, answer.body.code];
}

function set(scene: Scene, changes: object): void {
  scene.body = { ...scene.body, ...changes };
}

const end = (accountId: string) => ({ destinationType: 'ACCOUNT', accountId });

const enabled = (currencyCode: string, maxAmount = 1_000_000_000_000) => ({
  currencyCode,
  minAmount: 1,
  maxAmount,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
});

async function configure({ tenant }: Scene, supportedCurrencies: object[]): Promise<void> {
  const { status } = await tenant.rest('PATCH', '/config', { body: { supportedCurrencies } });
  expect(status).toBe(200);
}

async function limit({ tenant }: Scene, caps: { singleMax?: bigint; dailyMax?: bigint }): Promise<void> {
  await tenant.internal(VolumeLimitService).setVolumeLimit({ sendingCurrency: 'USD', receivingCurrency: 'USDC', ...caps });
}
