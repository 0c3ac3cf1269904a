// An operator's rail that reports the on-chain transaction of a payout only after its delivery.
import { expect, test } from 'vitest';
import { CryptoNetwork } from '../../../gen/payments/common/v1/payment_pb.ts';
import { PayoutState } from '../../../gen/payments/rails/v1/rail_pb.ts';
import { eventsOfAReturn, startBankRail } from './bank-rail-world.ts';
import { steps, transaction } from './transfers-world.ts';

const world = await startBankRail();

test('a later GET shows it, no event repeats, and nothing drops it', async () => {
  const { tenant, transactionId, reported } = await world.newPayout();
  const { DELIVERED, RETURNED } = PayoutState;
  const transactionHash = `0x${'e'.repeat(64)}`;
  const news = [
    { state: DELIVERED },
    { state: DELIVERED, onChainTransaction: { transactionHash, network: CryptoNetwork.UNSPECIFIED } },
    { state: DELIVERED, onChainTransaction: { transactionHash, network: CryptoNetwork.POLYGON } },
    { state: RETURNED },
  ];

  const looks = [];
  for (const report of news) {
    await reported(report);
    const { status, destination } = await transaction(tenant, transactionId);
    looks.push([status, destination.onChainTransaction]);
  }

  const shown = { transactionHash, network: 'POLYGON' };
  expect(looks).toEqual([
    ['COMPLETED', undefined],
    ['COMPLETED', undefined],
    ['COMPLETED', shown],
    ['FAILED', shown],
  ]);
  expect(await steps(tenant, transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE', 'REVERSE', 'REFUND_DONE']);
  expect(await world.eventTypes(transactionId)).toEqual(eventsOfAReturn);
});
