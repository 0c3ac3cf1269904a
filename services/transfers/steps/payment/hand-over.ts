// Where money leaves: to an account by the rail, to a UMA address by the network of institutions.

import { parseUma } from '../../../kit/messages/uma-address.ts';
import type { TransfersContext } from '../../context.ts';
import { quoteOf, type Transaction } from '../../domain/payment/record.ts';
import type { Report } from '../../rails/rail.ts';
import type { UmaPayout } from '../../uma/network.ts';
import { railOf } from '../shared/rail-of.ts';
import { payoutOf } from './payout.ts';

/** Hands the payout of a transaction over. */
export async function submitPayout(context: TransfersContext, transaction: Transaction): Promise<Report> {
  if (isToUma(transaction)) return context.uma.submit(umaPayoutOf(transaction));
  return railOf(context).submit(await payoutOf(context, transaction));
}

/** Asks what has become of it. */
export async function checkPayout(context: TransfersContext, transaction: Transaction): Promise<Report> {
  if (isToUma(transaction)) return context.uma.check(umaPayoutOf(transaction), transaction.round);
  return railOf(context).check(await payoutOf(context, transaction), transaction.round);
}

const isToUma = (transaction: Transaction) => quoteOf(transaction).destinationKind === 'UMA';

function umaPayoutOf({ id, environment, receiver, received }: Transaction): UmaPayout {
  return { key: id, environment, receiver: parseUma(receiver), amount: received };
}
