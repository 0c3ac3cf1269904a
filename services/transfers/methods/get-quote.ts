// Returns a quote.
import type { QuoteService } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { toQuote } from '../convert.ts';
import { findQuote } from '../steps/quote/find-quote.ts';

export const getQuote: TransfersMethod<typeof QuoteService.method.getQuote> = async (request, context) => {
  return toQuote(await findQuote(context, request.quoteId), context.clock.now());
};
