// POST /sandbox/send: simulates a payer who funds a quote as described in its payment instructions.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { SandboxService } from '../../../gen/payments/transfers/v1/sandbox_pb.ts';
import { fail, refusalFrom } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import type { QuotedPayment } from '../domain/payment/payment.ts';
import { refuseNotOpen } from '../domain/payment/quote.ts';
import { executeQuoted } from '../steps/payment/execute.ts';
import { payOpenQuote } from '../steps/payment/receive-funds.ts';
import { findQuote } from '../steps/quote/find-quote.ts';

export const sendSandboxFunds: TransfersMethod<typeof SandboxService.method.sendSandboxFunds> = async (request, context) => {
  const quote = await findQuote(context, request.quoteId);
  const { currency } = quote.sent;
  if (request.currencyCode !== currency) {
    throw fail(ErrorCode.INVALID_CURRENCY, `The quote must be funded in ${currency}, not in ${request.currencyCode}.`);
  }
  if (quote.funding.kind === 'PREFUNDED')
    throw fail(ErrorCode.INVALID_INPUT, 'An internal account funds this quote. Execute it instead.');

  const amount = request.currencyAmount ?? quote.sent.amount;
  const isPulled = quote.funding.kind === 'PULL' && amount === quote.sent.amount;
  const paid = isPulled ? await pull(context, quote) : await payOpenQuote(context, quote, { key: context.operationId, amount });
  if (!paid) throw fail(ErrorCode.INVALID_INPUT, 'Only a PENDING quote can be funded. Check the status of the quote.');
  return toTransaction(paid, context.clock.now());
};

/** The exact amount from a pull source executes the quote. Undefined if the quote is not open. */
async function pull(context: TransfersContext, quote: QuotedPayment): Promise<QuotedPayment | undefined> {
  try {
    refuseNotOpen(quote, context.clock.now());
    return await executeQuoted(context, quote, undefined);
  } catch (error) {
    if (refusalFrom(error)?.code === ErrorCode.CONFLICT) return undefined;
    throw error;
  }
}
