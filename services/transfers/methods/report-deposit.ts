// ReportDeposit: a rail reports funds for the payment instructions of a quote.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersMethod } from '../context.ts';
import { fromOnChain } from '../convert-on-chain.ts';
import { receiveFunds } from '../steps/payment/receive-funds.ts';

export const reportDeposit: TransfersMethod<typeof RailReportService.method.reportDeposit> = async (request, context) => {
  const { depositId, reference, currency, amount } = request;
  const quote = await context.store.transactions.findByReference(context.caller.platformId, reference);
  if (quote?.funding.kind !== 'PUSH') {
    throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no payment with the reference ${reference}.`, { resource: 'Quote' });
  }
  if (quote.sent.currency !== currency) {
    throw fail(
      ErrorCode.INVALID_CURRENCY,
      `The payment ${reference} must be funded in ${quote.sent.currency}, not in ${currency}.`,
    );
  }
  const onChain = fromOnChain(request.onChainTransaction);
  const { id } = await receiveFunds(context, quote, { key: depositId, amount, ...(onChain && { onChain }) });
  return { transactionId: publicId('Transaction', id) };
};
