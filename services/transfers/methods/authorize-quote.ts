// AuthorizeQuote: verifies a proof of the customer. The last proof executes the payment.
import { ScaSubject } from '../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { AuthorizeQuoteRequest, QuoteService } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { Refusal } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toQuote } from '../convert.ts';
import { openAuthorization } from '../domain/payment/authorization.ts';
import type { QuotedPayment } from '../domain/payment/payment.ts';
import { challenge, executeAuthorized, failUnproven, openForFunding } from '../steps/payment/execute.ts';
import { nextAuthorization, refuseWithoutCustomer } from '../steps/quote/authorization.ts';
import { findQuote } from '../steps/quote/find-quote.ts';

export const authorizeQuote: TransfersMethod<typeof QuoteService.method.authorizeQuote> = async (request, context) => {
  const quote = await findQuote(context, request.quoteId);
  refuseWithoutCustomer(quote);
  await prove(context, quote, request);
  reached('authorization proved');
  return toQuote(await goOn(context, quote), context.clock.now());
};

/** Throws if the proof is invalid. The last wrong proof of a challenge ends the payment. */
async function prove(context: TransfersContext, quote: QuotedPayment, request: AuthorizeQuoteRequest): Promise<void> {
  const { code, passkeyAssertion, origin, endUserIpAddress } = request;
  const open = openAuthorization(quote);
  const { isOver } = await context.clients.scaChallenges.proveScaChallenge({
    customerId: quote.owner,
    subject: ScaSubject.QUOTE,
    ...(open && { id: open.id }),
    ...(code !== undefined && { code }),
    ...(passkeyAssertion && { passkeyAssertion }),
    ...(origin !== undefined && { origin }),
    ...(endUserIpAddress !== undefined && { endUserIpAddress }),
  });
  if (!isOver) return;
  await failUnproven(context, quote);
  throw new Refusal(ErrorCode.RATE_LIMITED, 'Too many invalid proofs. The payment has failed.', { retryAfterSeconds: 60 });
}

async function goOn(context: TransfersContext, quote: QuotedPayment): Promise<QuotedPayment> {
  const done = openAuthorization(quote);
  const next = done && (await nextAuthorization(context, quote, done));
  if (next) return challenge(context, quote, next);
  return quote.funding.kind === 'PUSH' ? openForFunding(context, quote) : executeAuthorized(context, quote);
}
