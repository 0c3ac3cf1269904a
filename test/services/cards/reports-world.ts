// Payments that the card issuer reports.
import { randomUUID } from 'node:crypto';
import { type CardEventKind, CardMessageKind, CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import type { SharedWorld } from '../../kit/shared-world.ts';
import { merchant, newPayer } from './payments-world.ts';

/** An approved authorization of 1,000 over a balance of 5,000. `say` reports an event of it. */
export async function newPayment(world: SharedWorld, { descriptor = 'COFFEE BAR' }: { descriptor?: string } = {}) {
  const reports = world.internal(CardReportService);
  const payer = await newPayer(world, { amount: 5_000 });
  const issuerTransactionToken = randomUUID();
  const { cardTransactionId: id } = await reports.decideCardPayment({
    eventId: randomUUID(),
    issuerTransactionToken,
    cardId: payer.cardId,
    kind: CardMessageKind.AUTHORIZATION,
    amount: 1_000n,
    currency: 'USD',
    merchant: merchant(descriptor),
  });
  await world.settle();
  const say = async (kind: CardEventKind, amount = 0n) => {
    await reports.reportCardEvent({ eventId: randomUUID(), issuerTransactionToken, kind, amount });
    await world.settle();
  };
  return { payer, id, say };
}
