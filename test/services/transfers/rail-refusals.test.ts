// A rail of the operator's that has taken money or brought it, and an account inside that has changed meanwhile.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { PaymentRail } from '../../../gen/payments/common/v1/payment_pb.ts';
import {
  GiveBackResponseSchema,
  ListOffersResponseSchema,
  PayoutReportSchema,
  PayoutState,
  PullReportSchema,
  PullState,
  RailService,
} from '../../../gen/payments/rails/v1/rail_pb.ts';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { newTrader, startRates } from './rates-world.ts';
import { change, most, pour, stuck } from './refused-books.ts';
import { transfer } from './transfer-parties.ts';
import { balancesOf, findings, steps, transaction } from './transfers-world.ts';

const world = await startRates();
let state: PayoutState = PayoutState.SENT;
world.absent.answer(RailService.method.listOffers, () =>
  create(ListOffersResponseSchema, { offers: [{ rail: PaymentRail.ACH, seconds: 86_400, isInstant: false }] }),
);
for (const method of [RailService.method.submitPayout, RailService.method.getPayout]) {
  world.absent.answer(method, () => create(PayoutReportSchema, { state }));
}
world.absent.answer(RailService.method.startPull, () => create(PullReportSchema, { state: PullState.COLLECTED }));
world.absent.answer(RailService.method.giveBack, () => create(GiveBackResponseSchema));

test('a transfer out that the rail has is told as it ends, though its account was frozen', async () => {
  const { tenant, dollars } = await newTrader(world);
  const bank = await newBank(tenant);
  const { body: made } = await transfer(tenant, 'out', { from: dollars, to: bank });
  await change(tenant, dollars, 'FROZEN');

  state = PayoutState.DELIVERED;
  await tenant.internal(RailReportService).reportProgress({ key: uuidIn(made.id) });

  expect([made.status, (await transaction(tenant, made.id)).status]).toEqual(['PENDING', 'COMPLETED']);
  expect(await steps(tenant, made.id)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  expect(await balancesOf(tenant, dollars)).toEqual([99_000, 99_000]);
  expect([await findings(tenant), await stuck(world.databaseUrl)]).toEqual([[], []]);
});

test('a pull that no account takes is given back by the rail', async () => {
  const { tenant, dollars } = await newTrader(world);
  const bank = await newBank(tenant);
  await pour(tenant, dollars, most - 100_000n);

  const { body: made } = await transfer(tenant, 'in', { from: bank, to: dollars });

  expect(made).toMatchObject({ status: 'FAILED', failureReason: 'COLLECTION_FAILED', refund: { status: 'COMPLETED' } });
  const given = world.absent.asked.filter(({ method }) => method === RailService.method.giveBack);
  expect(given.map(({ request }) => request)).toMatchObject([{ key: uuidIn(made.id), currency: 'USD', amount: 1_000n }]);
  expect(await steps(tenant, made.id)).toEqual(['FUND', 'RELEASE', 'REFUND_DONE']);
  expect(await findings(tenant)).toEqual([]);
});

async function newBank(tenant: Tenant): Promise<string> {
  const address = { line1: '1 Main Street', city: 'New York', state: 'NY', postalCode: '10001', country: 'US' };
  const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Hopper Inc.', taxId: '12-3456789', address };
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber: '123456789', routingNumber: '021000021', beneficiary };
  const { body } = await tenant.rest('POST', '/platform/external-accounts', { body: { currency: 'USD', accountInfo } });
  await world.settle(); // the account is checked
  return body.id;
}

const uuidIn = (publicId: string) => publicId.slice(publicId.indexOf(':') + 1);
