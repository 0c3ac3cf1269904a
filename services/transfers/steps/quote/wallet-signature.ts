// The signature that an execution from a wallet requires, over the payload of the quote.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type ExecuteQuoteRequest, QuoteService } from '../../../../gen/payments/transfers/v1/quote_pb.ts';
import { type Signed, signedRetry } from '../../../kit/calls/signed-retry.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import type { QuotedPayment } from '../../domain/payment/payment.ts';

export interface Signing<T> {
  readonly request: ExecuteQuoteRequest;
  readonly quote: QuotedPayment;
  /** The execution, after the signature was verified. */
  readonly run: () => Promise<T>;
}

/**
 * A holder who has signed the payload of the quote sends only the signature. Otherwise the response contains the text to sign, and the
 * retry may have a Request-Id too. Other sources require neither header, and ignore both.
 */
export async function signedByWallet<T>(context: TransfersContext, { request, quote, run }: Signing<T>): Promise<Signed<T>> {
  const { payload } = quote.quote;
  if (payload === undefined) return { result: await run() };

  const accountId = uuidOf('InternalAccount', quote.funding.sender ?? '') ?? '';
  const { walletSignature, requestId } = request;
  if (walletSignature !== undefined && requestId === undefined) {
    await context.clients.signedRequests.verifyStamp({ accountId, payload, walletSignature });
    return { result: await run() };
  }
  const expiresAt = timestampFromDate(quote.expiresAt);
  const open = async () => ({ accountIds: [accountId], payload, expiresAt });
  return signedRetry(context, { desc: QuoteService.method.executeQuote, request, open, run });
}
