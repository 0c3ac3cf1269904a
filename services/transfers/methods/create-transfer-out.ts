// POST /transfer-out: pays an external account in the currency of the internal account.
import type { TransferService } from '../../../gen/payments/transfers/v1/transfer_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import { advanceForCaller } from '../steps/payment/advance-for-caller.ts';
import { makeTransferOut, newTransferOut } from '../steps/payment/make-transfer-out.ts';

/** One commit before the money is held. The transfer is visible after that, and removed if the ledger refuses. */
export const createTransferOut: TransfersMethod<typeof TransferService.method.createTransferOut> = async (request, context) => {
  const { store, caller, clock, operationId, mayHaveRun } = context;
  const begun = mayHaveRun ? await store.transactions.find(caller.platformId, operationId) : undefined;
  const made = begun?.kind === 'TRANSFER_OUT' ? begun : await makeTransferOut(context, await newTransferOut(request, context));
  return toTransaction(await advanceForCaller(context, made), clock.now());
};
