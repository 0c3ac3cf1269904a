// POST /transfer-out: pays an external account in the currency of the internal account.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { TransferService } from '../../../gen/payments/transfers/v1/transfer_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import type { TransferOut } from '../domain/payment/payment.ts';
import type { VolumeLimit } from '../domain/quote/volume.ts';
import { advanceForCaller } from '../steps/payment/advance-for-caller.ts';
import { isAuthorized } from '../steps/quote/authorization.ts';
import { draftQuote } from '../steps/quote/draft-quote.ts';
import { draftTransferOut, findTransferAccounts } from '../steps/quote/transfer-parties.ts';
import { claimsOf } from '../steps/shared/claims.ts';
import { create } from '../steps/shared/transition.ts';

/** One commit before the money is held. The transfer is visible after that, and removed if the ledger refuses. */
export const createTransferOut: TransfersMethod<typeof TransferService.method.createTransferOut> = async (request, context) => {
  const { store, caller, clock, operationId, mayHaveRun } = context;
  const begun = mayHaveRun ? await store.transactions.find(caller.platformId, operationId) : undefined;
  const made = begun?.kind === 'TRANSFER_OUT' ? begun : await make(context, await draft(request, context));
  return toTransaction(await advanceForCaller(context, made), clock.now());
};

type Request = Parameters<typeof createTransferOut>[0];

interface Drafted {
  readonly transfer: TransferOut;
  /** Of the corridor, if any. */
  readonly limit: VolumeLimit | undefined;
}

async function draft(request: Request, context: TransfersContext): Promise<Drafted> {
  const { paymentRail, accountId: destination = '' } = request.destination ?? {};
  const source = request.source?.accountId ?? '';
  const accounts = await findTransferAccounts(context, { source, destination, inside: 'source' });
  const amount = request.amount ?? accounts.source.available ?? 0n;
  if (amount < 1n) throw fail(ErrorCode.INVALID_AMOUNT, 'amount must be at least 1.');
  const { remittanceInformation, purposeOfPayment } = request;
  const terms = { source, destination, amount, paymentRail, remittanceInformation, purposeOfPayment };

  const drafted = await draftTransferOut(context, terms);
  if (isAuthorized(drafted.parties.owner, accounts.source.currency)) throw needsQuote();
  const { quoteId: _, expiresAt: __, ...payment } = draftQuote(context, drafted);
  const { operationId: id } = context;
  const funding = { kind: 'PREFUNDED', sender: source } as const;
  const transfer: TransferOut = {
    ...payment,
    kind: 'TRANSFER_OUT',
    state: 'TENTATIVE',
    id,
    operationId: id,
    attempt: 1,
    funding,
  };
  return { transfer, limit: drafted.offer.limit };
}

const needsQuote = () =>
  fail(ErrorCode.CONFLICT, 'The customer must authorize this payment. Create a quote and execute it instead.', {
    reason: 'SCA_REQUIRED',
  });

async function make(context: TransfersContext, { transfer, limit }: Drafted): Promise<TransferOut> {
  const made = await create(context, transfer, {
    event: 'executed',
    ...claimsOf(context, transfer, limit),
    point: 'transfer made',
  });
  return made ?? transfer;
}
