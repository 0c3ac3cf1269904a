// The signature that an execution needs when a wallet pays: over the payload that the quote carries.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type ExecuteQuoteRequest, QuoteService } from '../../../../gen/payments/transfers/v1/quote_pb.ts';
import { type Signed, signedRetry } from '../../../kit/calls/signed-retry.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import type { QuotedPayment } from '../../domain/payment/payment.ts';

export interface Signing<T> {
  readonly request: ExecuteQuoteRequest;
  readonly quote: QuotedPayment;
  /** The execution, once the signature holds. */
  readonly run: () => Promise<T>;
}

/**
 * A holder who has signed the payload of the quote sends the signature alone. Whoever has not is told what to sign, and may name
 * that request beside the signature. Other sources need neither, and headers that come with them are ignored.
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
