// POST /sandbox/send: stands in for a payer who pays a quote as its instructions say.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { SandboxService } from '../../../gen/payments/transfers/v1/sandbox_pb.ts';
import { fail } from '../../kit/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import { shownAt } from '../domain/quote.ts';
import { quoteOf, type Transaction } from '../domain/record.ts';
import { findQuote } from '../steps/find-quote.ts';
import { receiveFunds } from '../steps/receive-funds.ts';

export const sendSandboxFunds: TransfersMethod<typeof SandboxService.method.sendSandboxFunds> = async (request, context) => {
  const quote = await findQuote(context, request.quoteId);
  const { currency } = quote.sent;
  if (request.currencyCode !== currency) {
    throw fail(ErrorCode.INVALID_CURRENCY, `The quote is paid in ${currency}, not in ${request.currencyCode}.`);
  }
  refuseUnpayable(context, quote);
  const amount = request.currencyAmount ?? quote.sent.amount;
  const paid = await receiveFunds(context, quote, { key: context.operationId, amount });
  return toTransaction(paid, context.clock.now());
};

function refuseUnpayable({ clock }: TransfersContext, quote: Transaction): void {
  if (quoteOf(quote).funding?.kind !== 'PUSH') {
    throw fail(ErrorCode.INVALID_INPUT, 'This quote is not paid from outside: execute it.');
  }
  const { status } = shownAt(quote, clock.now());
  if (status !== 'PENDING') throw fail(ErrorCode.INVALID_INPUT, `The quote is ${status}; only PENDING ones are paid.`);
}
