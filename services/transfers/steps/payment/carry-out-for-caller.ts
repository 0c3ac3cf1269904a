// Carrying a payment out while its caller waits for the answer.
import { ConnectError } from '@connectrpc/connect';
import { refusalFrom } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import { current } from '../shared/current.ts';
import { carryOut } from './carry-out.ts';

/**
 * Carries a payment out. Once it is under way, a rail or service that fails ends the work of this call alone: the job that the intent
 * has left continues the payment, and the caller gets its current state.
 */
export async function carryOutForCaller(context: TransfersContext, begun: Transaction): Promise<Transaction> {
  try {
    return await carryOut(context, begun);
  } catch (error) {
    const isAnswered = error instanceof ConnectError || refusalFrom(error) !== undefined;
    const now = await current(context, begun);
    if (!isAnswered || !isUnderWay(now)) throw error;
    context.log.warn({ err: error, transaction: now.id }, 'A payment under way was interrupted; its job continues it.');
    return now;
  }
}

/** Its money is held or has come, or the rail is asked for it: it goes on, whatever this caller is answered. */
function isUnderWay({ type, status, arrived }: Transaction): boolean {
  if (type === 'INCOMING') return status !== 'TENTATIVE';
  return arrived !== undefined || !notYetHeld.has(status);
}

const notYetHeld: ReadonlySet<string> = new Set(['TENTATIVE', 'PENDING', 'PENDING_AUTHORIZATION', 'EXECUTING']);
