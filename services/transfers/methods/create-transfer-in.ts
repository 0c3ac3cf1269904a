// POST /transfer-in: pulls money from an external bank account to an internal account in the same currency.
import type { TransferService } from '../../../gen/payments/transfers/v1/transfer_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import { advanceForCaller } from '../steps/transfer-in/advance-for-caller.ts';
import { makeTransferIn, newTransferIn } from '../steps/transfer-in/make-transfer-in.ts';

/** Sent as PENDING in the commit that creates it. The account is credited when the money arrives. */
export const createTransferIn: TransfersMethod<typeof TransferService.method.createTransferIn> = async (request, context) => {
  const { store, caller, clock, operationId, mayHaveRun } = context;
  const begun = mayHaveRun ? await store.transactions.find(caller.platformId, operationId) : undefined;
  const made = begun?.kind === 'TRANSFER_IN' ? begun : await makeTransferIn(context, await newTransferIn(request, context));
  return toTransaction(await advanceForCaller(context, made), clock.now());
};
