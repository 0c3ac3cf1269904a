// FindAgentQuote: a quote that an agent created, with what its policy depends on.

import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { AgentPaymentService } from '../../../gen/payments/transfers/v1/agent_payment_pb.ts';
import { fail, refusalFrom } from '../../kit/messages/fail.ts';
import type { TransfersMethod } from '../context.ts';
import { toQuote } from '../convert.ts';
import type { QuotedPayment } from '../domain/payment/payment.ts';
import { refuseNotOpen } from '../domain/payment/quote.ts';
import { findQuote } from '../steps/quote/find-quote.ts';

type FindAgentQuote = TransfersMethod<typeof AgentPaymentService.method.findAgentQuote>;

export const findAgentQuote: FindAgentQuote = async ({ quoteId, agentId }, context) => {
  const quote = await findQuote(context, quoteId);
  if (quote.agentId !== agentId) throw fail(ErrorCode.QUOTE_NOT_FOUND, `There is no quote ${quoteId}.`);
  const now = context.clock.now();
  const { payload } = quote.quote;
  const internal = [quote.funding.sender, quote.receiver].filter((id) => id?.startsWith('InternalAccount:') === true);
  const internalAccountIds = internal.filter((id) => id !== undefined);
  const conflict = conflictOf(quote, now);
  return {
    quote: toQuote(quote, now),
    transactionId: quote.id,
    customerId: quote.owner,
    platformCustomerId: quote.platformCustomerId,
    internalAccountIds,
    ...(internalAccountIds[0] !== undefined && { rulingAccountId: internalAccountIds[0] }),
    ...(conflict !== undefined && { conflict }),
    ...(payload !== undefined && { payloadToSign: payload }),
  };
};

/** The reason why the quote cannot be executed. */
function conflictOf(quote: QuotedPayment, now: Date): string | undefined {
  try {
    refuseNotOpen(quote, now);
    return undefined;
  } catch (error) {
    const reason = refusalFrom(error)?.details?.['reason'];
    if (typeof reason === 'string') return reason;
    throw error;
  }
}
