// Rules over several fields of a request for a quote.
import type { CreateQuoteRequest } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import type { FieldError } from '../../kit/messages/validate.ts';

/** Payments to UMA addresses refer to a look-up. */
export function checkCreateQuote({ destination, lookupId }: CreateQuoteRequest): FieldError[] {
  if (destination?.kind.case !== 'umaAddress' || lookupId !== undefined) return [];
  return [{ field: 'lookupId', message: 'is required to pay a UMA address. Look up the receiver first' }];
}
