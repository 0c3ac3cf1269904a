// Transfers out: drafted from a request, and created as the intent of their execution.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import type { CreateTransferOutRequest } from '../../../../gen/payments/transfers/v1/transfer_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { TransferOut } from '../../domain/payment/payment.ts';
import type { VolumeLimit } from '../../domain/quote/volume.ts';
import { isAuthorized } from '../quote/authorization.ts';
import { type Draft, draftQuote } from '../quote/draft-quote.ts';
import { draftTransferOut, draftUnpriced, findTransferAccounts, type Transfer } from '../quote/transfer-parties.ts';
import { actionOf } from '../shared/agent-of.ts';
import { claimsOf } from '../shared/claims.ts';
import { create } from '../shared/transition.ts';

export interface Drafted {
  readonly transfer: TransferOut;
  /** Of the corridor, if any. */
  readonly limit: VolumeLimit | undefined;
  /** The balance of the source. */
  readonly available: bigint | undefined;
}

/** Its id is that of the operation. Throws the refusals of the operation, except those of the ledger. */
export async function newTransferOut(request: CreateTransferOutRequest, context: TransfersContext): Promise<Drafted> {
  const requested = requestedTransfer(request);
  const { available, currency } = (await findTransferAccounts(context, { ...requested, inside: 'source' })).source;
  const amount = request.amount ?? available ?? 0n;
  if (amount < 1n) throw fail(ErrorCode.INVALID_AMOUNT, 'amount must be at least 1.');

  const draft = await draftTransferOut(context, { ...requested, amount });
  if (isAuthorized(draft.parties, currency)) throw needsQuote();
  return { transfer: draftedTransfer(context, draft), limit: draft.offer.limit, available };
}

/** A transfer that the operation would refuse now. Throws REFERENCE_NOT_FOUND. */
export async function unpricedTransferOut(request: CreateTransferOutRequest, context: TransfersContext): Promise<TransferOut> {
  return draftedTransfer(context, await draftUnpriced(context, requestedTransfer(request)));
}

function requestedTransfer({ source, destination, ...request }: CreateTransferOutRequest): Transfer {
  const { amount = 0n, remittanceInformation, purposeOfPayment } = request;
  const { accountId = '', paymentRail } = destination ?? {};
  return {
    source: source?.accountId ?? '',
    destination: accountId,
    amount,
    paymentRail,
    remittanceInformation,
    purposeOfPayment,
  };
}

function draftedTransfer(context: TransfersContext, draft: Draft): TransferOut {
  const { quoteId: _, expiresAt: __, ...payment } = draftQuote(context, draft);
  const { operationId: id } = context;
  const funding = { kind: 'PREFUNDED', sender: draft.parties.source.id ?? '' } as const;
  return { ...payment, kind: 'TRANSFER_OUT', state: 'TENTATIVE', id, operationId: id, ...actionOf(context), attempt: 1, funding };
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
