// A rail of the operator's that learns what carried a payout on a chain only after it was delivered.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { CryptoNetwork, PaymentRail } from '../../../gen/payments/common/v1/payment_pb.ts';
import {
  ListOffersResponseSchema,
  PayoutReportSchema,
  PayoutState,
  RailService,
} from '../../../gen/payments/rails/v1/rail_pb.ts';
import { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { newTrader, startRates } from './rates-world.ts';
import { execute, quote, steps, transaction } from './transfers-world.ts';

const world = await startRates();
let report: MessageInitShape<typeof PayoutReportSchema> = { state: PayoutState.SENT };
world.absent.answer(RailService.method.listOffers, () =>
  create(ListOffersResponseSchema, { offers: [{ rail: PaymentRail.ACH, seconds: 86_400, isInstant: false }] }),
);
for (const method of [RailService.method.submitPayout, RailService.method.getPayout]) {
  world.absent.answer(method, () => create(PayoutReportSchema, report));
}

test('a later GET shows it, nothing is told anew, and nothing forgets it', async () => {
  const { tenant, dollars } = await newTrader(world);
  const address = { line1: '1 Main Street', city: 'New York', state: 'NY', postalCode: '10001', country: 'US' };
  const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Hopper Inc.', taxId: '12-3456789', address };
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber: '123456789', routingNumber: '021000021', beneficiary };
  const { body: bank } = await tenant.rest('POST', '/platform/external-accounts', { body: { currency: 'USD', accountInfo } });
  await world.settle(); // the account is checked
  const { body: made } = await quote(tenant, dollars, bank.id);
  const told = async (next: typeof report) => {
    report = next;
    await tenant.internal(RailReportService).reportProgress({ key: made.transactionId.slice('Transaction:'.length) });
    const { status, destination } = await transaction(tenant, made.transactionId);
    return [status, destination.onChainTransaction];
  };
  await execute(tenant, made.id);
  const { DELIVERED, RETURNED } = PayoutState;
  const transactionHash = `0x${'e'.repeat(64)}`;

  const looks = [
    await told({ state: DELIVERED }),
    await told({ state: DELIVERED, onChainTransaction: { transactionHash, network: CryptoNetwork.UNSPECIFIED } }),
    await told({ state: DELIVERED, onChainTransaction: { transactionHash, network: CryptoNetwork.POLYGON } }),
    await told({ state: RETURNED }),
  ];

  const shown = { transactionHash, network: 'POLYGON' };
  expect(looks).toEqual([
    ['COMPLETED', undefined],
    ['COMPLETED', undefined],
    ['COMPLETED', shown],
    ['FAILED', shown],
  ]);
  expect(await steps(tenant, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
  expect((await world.told(made.transactionId)).map((type) => type.replace('OUTGOING_PAYMENT.', ''))).toEqual([
    'PENDING',
    'PROCESSING',
    'COMPLETED',
    'FAILED',
    'REFUND_PENDING',
    'REFUND_COMPLETED',
  ]);
});
