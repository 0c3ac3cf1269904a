// ResendQuoteScaCode: sends the code of a waiting payment again.
import type { QuoteService } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { openAuthorization } from '../domain/payment/authorization.ts';
import { refuseWithoutCustomer } from '../steps/quote/authorization.ts';
import { findQuote } from '../steps/quote/find-quote.ts';

type ResendQuoteScaCode = TransfersMethod<typeof QuoteService.method.resendQuoteScaCode>;

export const resendQuoteScaCode: ResendQuoteScaCode = async ({ quoteId }, context) => {
  const quote = await findQuote(context, quoteId);
  refuseWithoutCustomer(quote);
  const open = openAuthorization(quote);
  await context.clients.scaChallenges.resendScaChallenge({ customerId: quote.owner, ...(open && { id: open.id }) });
  return {};
};
