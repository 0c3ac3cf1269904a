// Advances a transfer in while its caller waits.
import { isOfCall } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import { reload } from '../shared/reload.ts';
import { advanceTransferIn } from './advance.ts';

/** A failure of a rail or service ends only the work of this call. The job continues the transfer. */
export async function advanceForCaller(context: TransfersContext, transfer: TransferIn): Promise<TransferIn> {
  try {
    return await advanceTransferIn(context, transfer);
  } catch (error) {
    if (!isOfCall(error)) throw error;
    context.log.warn({ err: error, transaction: transfer.id }, 'A transfer was interrupted. Its job will continue it.');
    return reload(context, transfer);
  }
}
