// Executes a quote: commits the intent, then carries it out.

import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { QuoteService } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { toChallenge } from '../../kit/calls/signed-retry.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toQuote } from '../convert.ts';
import type { QuotedPayment } from '../domain/payment/payment.ts';
import { refuseNotOpen } from '../domain/payment/quote.ts';
import { advanceForCaller } from '../steps/payment/advance-for-caller.ts';
import { executeQuoted } from '../steps/payment/execute.ts';
import { findQuote } from '../steps/quote/find-quote.ts';
import { signedByWallet } from '../steps/quote/wallet-signature.ts';

/**
 * The intent claims the quote by compare-and-set and adds a job. The same step carries it out here and in the job, so that another process
 * continues it under the same keys after a crash.
 */
export const executeQuote: TransfersMethod<typeof QuoteService.method.executeQuote> = async (request, context) => {
  const quote = await findQuote(context, request.quoteId);
  if (isOurs(quote, context)) return executed(await advanceForCaller(context, quote), context);

  refuseSelfExecuting(quote);
  refuseNotOpen(quote, context.clock.now());
  const run = () => executeQuoted(context, quote, request.scaFactor);
  const { challenge, result } = await signedByWallet(context, { request, quote, run });
  if (challenge) return { outcome: { case: 'challenge', value: toChallenge(challenge) } };
  return executed(result, context);
};

function executed(quote: QuotedPayment, { clock }: TransfersContext) {
  return { outcome: { case: 'quote' as const, value: toQuote(quote, clock.now()) } };
}

/** Externally funded quotes execute automatically. */
function refuseSelfExecuting({ funding }: QuotedPayment): void {
  if (funding.kind !== 'PUSH') return;
  throw fail(
    ErrorCode.INVALID_INPUT,
    'This quote executes automatically when the funds arrive. Send them as described in paymentInstructions.',
  );
}

/** A call that continues after a crash finds its own execution. */
function isOurs({ operationId, state }: QuotedPayment, context: TransfersContext): boolean {
  return operationId === context.operationId && state !== 'OPEN';
}
