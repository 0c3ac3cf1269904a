// The pull of a transaction, for the rail.
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import type { Pull } from '../../rails/rail.ts';
import { outsideAccount } from './outside-account.ts';

export async function pullOf(context: TransfersContext, transaction: OutgoingPayment | TransferIn): Promise<Pull> {
  const { id: key, environment, owner, sent: amount } = transaction;
  const { sender, rail } = endOf(transaction);
  return { key, environment, account: await outsideAccount(context, sender), owner, rail, amount };
}

function endOf(transaction: OutgoingPayment | TransferIn): { sender: string; rail: string } {
  if (transaction.kind === 'TRANSFER_IN') return { sender: transaction.sender, rail: transaction.pullRail };
  const { funding } = transaction;
  return { sender: funding.sender ?? '', rail: funding.kind === 'PREFUNDED' ? '' : funding.rail };
}
