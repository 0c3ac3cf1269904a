// Executes a payment that waited for the approval of the platform.
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import type { OutgoingPayment, TransferOut } from '../../domain/payment/payment.ts';
import { refuseShort } from '../../domain/quote/admission.ts';
import { advanceForCaller } from '../payment/advance-for-caller.ts';
import { executeQuoted } from '../payment/execute.ts';
import { refuseChanged } from '../payment/execution-checks.ts';
import { findTransferAccounts } from '../quote/transfer-parties.ts';
import { claimsOf } from '../shared/claims.ts';
import { transitOrReload } from '../shared/transition.ts';
import { limitOf } from '../shared/volume.ts';
import { advanceForCaller as advanceTransferIn } from '../transfer-in/advance-for-caller.ts';
import type { Requested } from './find-agent-payment.ts';

/** Throws the refusals of the execution. The payment then still waits. A hold that is refused in the end fails it. */
export async function executeApproved(context: TransfersContext, payment: Requested): Promise<Requested> {
  if (payment.kind === 'TRANSFER_IN') return approveTransferIn(context, payment);
  const { source } = await refuseChanged(context, payment);
  refuseShort(source?.available, payment.sent);
  if (payment.kind === 'PAYMENT') return executeQuoted(context, payment, undefined);
  return advanceForCaller<OutgoingPayment>(context, await approveTransferOut(context, payment));
}

async function approveTransferOut(context: TransfersContext, transfer: TransferOut): Promise<TransferOut> {
  const limit = await limitOf(context, transfer);
  const known = { ...transfer, attempt: 1 };
  const point = 'approved transfer begun';
  return transitOrReload(context, transfer, { event: 'approved', known, ...claimsOf(context, known, limit), point });
}

async function approveTransferIn(context: TransfersContext, transfer: TransferIn): Promise<TransferIn> {
  const { sender: source, receiver: destination } = transfer;
  await findTransferAccounts(context, { source, destination, inside: 'destination' });
  const begun = await transitOrReload(context, transfer, { event: 'approved', point: 'approved transfer begun' });
  return advanceTransferIn(context, begun);
}
