// Submits payouts: to an account through the rail, to a UMA address through the network of institutions.

import { parseUma } from '../../../kit/messages/uma-address.ts';
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import type { Report } from '../../rails/rail.ts';
import type { UmaPayout } from '../../uma/network.ts';
import { railOf } from '../shared/rail-of.ts';
import { payoutOf } from './payout.ts';

/** Submits the payout of a transaction. */
export async function submitPayout(context: TransfersContext, payment: OutgoingPayment): Promise<Report> {
  if (isToUma(payment)) return context.uma.submit(umaPayoutOf(payment));
  return railOf(context).submit(await payoutOf(context, payment));
}

/** Polls the payout. */
export async function checkPayout(context: TransfersContext, payment: OutgoingPayment): Promise<Report> {
  if (isToUma(payment)) return context.uma.check(umaPayoutOf(payment), payment.railChecks);
  return railOf(context).check(await payoutOf(context, payment), payment.railChecks);
}

const isToUma = (payment: OutgoingPayment) => payment.quote.destinationKind === 'UMA';

function umaPayoutOf({ id, environment, receiver, received }: OutgoingPayment): UmaPayout {
  return { key: id, environment, receiver: parseUma(receiver), amount: received };
}
