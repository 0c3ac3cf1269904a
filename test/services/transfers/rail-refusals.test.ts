// An operator's rail that has accepted or collected money, and an internal account that has changed in the meantime.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import {
  PayoutState,
  PullReportSchema,
  PullState,
  RailService,
  ReturnFundsResponseSchema,
} from '../../../gen/payments/rails/v1/rail_pb.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { startBankRail } from './bank-rail-world.ts';
import { change, most, pour, stuck } from './refused-books.ts';
import { transfer } from './transfer-parties.ts';
import { balancesOf, findings, steps, transaction } from './transfers-world.ts';

const world = await startBankRail();
world.absent.answer(RailService.method.startPull, () => create(PullReportSchema, { state: PullState.COLLECTED }));
world.absent.answer(RailService.method.returnFunds, () => create(ReturnFundsResponseSchema));

test('a transfer out accepted by the rail ends as it reports, though its account was frozen', async () => {
  const { tenant, dollars, bank } = await world.newPayer();
  const { body: made } = await transfer(tenant, 'out', { from: dollars, to: bank });
  await change(tenant, dollars, 'FROZEN');

  await world.reportOn(tenant, made.id, { state: PayoutState.DELIVERED });

  expect([made.status, (await transaction(tenant, made.id)).status]).toEqual(['PENDING', 'COMPLETED']);
  expect(await steps(tenant, made.id)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  expect(await balancesOf(tenant, dollars)).toEqual([99_000, 99_000]);
  expect([await findings(tenant), await stuck(world.databaseUrl)]).toEqual([[], []]);
});

test('the rail returns a pull that no account can receive', async () => {
  const { tenant, dollars, bank } = await world.newPayer();
  await pour(tenant, dollars, most - 100_000n);

  const { body: made } = await transfer(tenant, 'in', { from: bank, to: dollars });

  expect(made).toMatchObject({ status: 'FAILED', failureReason: 'COLLECTION_FAILED', refund: { status: 'COMPLETED' } });
  const given = world.absent.calls.filter(({ method }) => method === RailService.method.returnFunds);
  expect(given.map(({ request }) => request)).toMatchObject([{ key: uuidIn(made.id), currency: 'USD', amount: 1_000n }]);
  expect(await steps(tenant, made.id)).toEqual(['FUND', 'RELEASE', 'REFUND_DONE']);
  expect(await findings(tenant)).toEqual([]);
});
