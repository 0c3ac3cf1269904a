// The payout of a transaction, for the rail.
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import type { Payout } from '../../rails/rail.ts';
import { outsideAccount } from '../shared/outside-account.ts';

export async function payoutOf(context: TransfersContext, payment: OutgoingPayment): Promise<Payout> {
  const { route, remittanceInformation } = payment.quote;
  return {
    key: payment.id,
    environment: payment.environment,
    isTransfer: payment.kind === 'TRANSFER_OUT',
    account: await outsideAccount(context, payment.receiver),
    owner: payment.owner,
    amount: payment.received,
    isDelivered: payment.settledAt !== undefined,
    ...(route && { rail: route.rail }),
    ...(remittanceInformation !== undefined && { remittanceInformation }),
  };
}
