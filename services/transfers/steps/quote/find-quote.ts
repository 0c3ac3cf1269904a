// Finds a quote by its public id.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { QuotedPayment } from '../../domain/payment/payment.ts';

/** Throws QUOTE_NOT_FOUND, also for a quote that was never shown. */
export async function findQuote({ store, caller }: TransfersContext, quoteId: string): Promise<QuotedPayment> {
  const uuid = uuidOf('Quote', quoteId);
  const quote = uuid && (await store.transactions.findByQuote(caller.platformId, uuid));
  if (!quote || quote.state === 'TENTATIVE') throw fail(ErrorCode.QUOTE_NOT_FOUND, `There is no quote ${quoteId}.`);
  return quote;
}
