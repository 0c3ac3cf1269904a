// Advancing a transfer in while its caller waits for the answer.
import { ConnectError } from '@connectrpc/connect';
import { refusalFrom } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import { reload } from '../shared/reload.ts';
import { advanceTransferIn } from './advance.ts';

/** A rail or service that fails ends the work of this call alone: the job that was left continues the transfer. */
export async function advanceForCaller(context: TransfersContext, transfer: TransferIn): Promise<TransferIn> {
  try {
    return await advanceTransferIn(context, transfer);
  } catch (error) {
    if (!(error instanceof ConnectError) && refusalFrom(error) === undefined) throw error;
    context.log.warn({ err: error, transaction: transfer.id }, 'A transfer was interrupted. Its job will continue it.');
    return reload(context, transfer);
  }
}
