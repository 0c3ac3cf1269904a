// Transfers out: drafted from a request, and created as the intent of their execution.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import type { CreateTransferOutRequest } from '../../../../gen/payments/transfers/v1/transfer_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { TransferOut } from '../../domain/payment/payment.ts';
import type { VolumeLimit } from '../../domain/quote/volume.ts';
import { isAuthorized } from '../quote/authorization.ts';
import { draftQuote } from '../quote/draft-quote.ts';
import { draftTransferOut, findTransferAccounts } from '../quote/transfer-parties.ts';
import { actionOf } from '../shared/agent-of.ts';
import { claimsOf } from '../shared/claims.ts';
import { create } from '../shared/transition.ts';

export interface Drafted {
  readonly transfer: TransferOut;
  /** Of the corridor, if any. */
  readonly limit: VolumeLimit | undefined;
}

/** Its id is that of the operation. Throws the refusals of the operation, except those of the ledger. */
export async function newTransferOut(request: CreateTransferOutRequest, context: TransfersContext): Promise<Drafted> {
  const { paymentRail, accountId: destination = '' } = request.destination ?? {};
  const source = request.source?.accountId ?? '';
  const accounts = await findTransferAccounts(context, { source, destination, inside: 'source' });
  const amount = request.amount ?? accounts.source.available ?? 0n;
  if (amount < 1n) throw fail(ErrorCode.INVALID_AMOUNT, 'amount must be at least 1.');
  const { remittanceInformation, purposeOfPayment } = request;
  const terms = { source, destination, amount, paymentRail, remittanceInformation, purposeOfPayment };

  const drafted = await draftTransferOut(context, terms);
  if (isAuthorized(drafted.parties, accounts.source.currency)) throw needsQuote();
  const { quoteId: _, expiresAt: __, ...payment } = draftQuote(context, drafted);
  const { operationId: id } = context;
  const funding = { kind: 'PREFUNDED', sender: source } as const;
  const transfer: TransferOut = {
    ...payment,
    kind: 'TRANSFER_OUT',
    state: 'TENTATIVE',
    id,
    operationId: id,
    ...actionOf(context),
    attempt: 1,
    funding,
  };
  return { transfer, limit: drafted.offer.limit };
}

const needsQuote = () =>
  fail(ErrorCode.CONFLICT, 'The customer must authorize this payment. Create a quote and execute it instead.', {
    reason: 'SCA_REQUIRED',
  });

/** The intent of the execution. */
export async function makeTransferOut(context: TransfersContext, { transfer, limit }: Drafted): Promise<TransferOut> {
  const made = await create(context, transfer, {
    event: 'executed',
    ...claimsOf(context, transfer, limit),
    point: 'transfer made',
  });
  return made ?? transfer;
}
