// Executes a payment that waited for the approval of the platform. A refused hold fails it in the end.
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import type { QuotedPayment, TransferOut } from '../../domain/payment/payment.ts';
import { refuseShort } from '../../domain/quote/admission.ts';
import type { TransfersRows } from '../../store/store.ts';
import { executeQuoted } from '../payment/execute.ts';
import { refuseChanged } from '../payment/execution-checks.ts';
import type { Drafted } from '../payment/make-transfer-out.ts';
import { claimsOf } from '../shared/claims.ts';
import { type Happening, transitOrReload } from '../shared/transition.ts';

/** Throws the refusals of the execution. The payment then still waits. */
export async function executeApproved(context: TransfersContext, quote: QuotedPayment): Promise<QuotedPayment> {
  const { source } = await refuseChanged(context, quote);
  refuseShort(source?.available, quote.sent);
  return executeQuoted(context, quote, undefined);
}

/** `drafted`: as the plain operation would make it now. */
export function approveTransferOut(context: TransfersContext, waiting: TransferOut, drafted: Drafted): Promise<TransferOut> {
  const { transfer, limit, available } = drafted;
  refuseShort(available, transfer.sent);
  const { received, fees, platformFees, quote } = transfer;
  const known = { ...waiting, received, fees, platformFees, quote, attempt: 1 };
  return begin(context, waiting, { event: 'approved', known, ...claimsOf(context, known, limit) });
}

/** `drafted`: as the plain operation would make it now. */
export function approveTransferIn(context: TransfersContext, waiting: TransferIn, drafted: TransferIn): Promise<TransferIn> {
  return begin(context, waiting, { event: 'approved', known: { ...waiting, pullRail: drafted.pullRail } });
}

function begin<T extends TransferOut | TransferIn>(
  context: TransfersContext,
  waiting: T,
  { alongside, ...happening }: Happening<T>,
): Promise<T> {
  const withTerms = async (rows: TransfersRows, begun: T) => {
    await rows.transferTerms.set(begun);
    return alongside ? alongside(rows, begun) : begun;
  };
  return transitOrReload(context, waiting, { ...happening, alongside: withTerms, point: 'approved transfer begun' });
}
