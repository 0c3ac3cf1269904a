// POST /quotes under a key, whose process died after the quote was created: the next call continues, whatever has changed since.
import { expect, test } from 'vitest';
import { dieAt } from '../../kit/death.ts';
import type { Tenant } from '../../kit/platform.ts';
import { deathsIn } from './dying-process.ts';
import { balancesOf, findings, quoteBody, startTransfers, steps, transaction } from './transfers-world.ts';

const world = await startTransfers();
const { prepared, recover } = deathsIn(world);
const headers = { 'idempotency-key': 'one' };

interface Scene {
  readonly tenant: Tenant;
  readonly accountId: string;
  readonly bank: string;
}

const changes: { name: string; change: (scene: Scene) => Promise<unknown> }[] = [
  { name: 'the payee is deleted', change: ({ tenant, bank }) => tenant.rest('DELETE', `/customers/external-accounts/${bank}`) },
  {
    name: 'the currency is switched off',
    change: ({ tenant }) => tenant.rest('PATCH', '/config', { body: { supportedCurrencies: [eurosOnly] } }),
  },
];

const eurosOnly = {
  currencyCode: 'EUR',
  minAmount: 1,
  maxAmount: 1_000_000,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
};

test.each(changes)('a quote is returned as it was created, though $name', async ({ change }) => {
  const scene = await prepared('999');
  const { tenant, accountId, bank } = scene;
  const body = quoteBody(accountId, bank);
  dieAt('quote made');
  const died = await tenant.rest('POST', '/quotes', { body, headers });
  await change(scene);

  const resumed = await tenant.rest('POST', '/quotes', { body, headers });
  const again = await tenant.rest('POST', '/quotes', { body, headers });

  expect([died.status, resumed.status, resumed.body.status]).toEqual([500, 201, 'PENDING']);
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', resumed.body]);
  expect((await tenant.rest('GET', '/transactions?type=OUTGOING')).body.totalCount).toBe(1);
});

test.each(
  changes.flatMap(({ name, change }) => ['quote made', 'hold booked', 'concluded'].map((point) => ({ name, change, point }))),
)("one with immediate execution that died at '$point' is paid once, though $name", async ({ point, change }) => {
  const scene = await prepared('999');
  const { tenant, accountId, bank } = scene;
  const body = quoteBody(accountId, bank, { immediatelyExecute: true, lockedCurrencyAmount: 3_000 });
  dieAt(point);
  const died = await tenant.rest('POST', '/quotes', { body, headers });
  await change(scene);

  const resumed = await tenant.rest('POST', '/quotes', { body, headers });
  await recover();

  expect([died.status, resumed.status, resumed.body.status]).toEqual([500, 201, 'COMPLETED']);
  expect((await transaction(tenant, resumed.body.transactionId)).status).toBe('COMPLETED');
  expect(await steps(tenant, resumed.body.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  expect(await balancesOf(tenant, accountId)).toEqual([0, 0]);
  expect(await findings(tenant)).toEqual([]);
});
