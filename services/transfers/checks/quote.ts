// Checks over several fields of a quote request.
import type { CreateQuoteRequest } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import type { FieldError } from '../../kit/messages/validate.ts';

/** Payments to UMA addresses require a lookup. */
export function checkCreateQuote({ destination, lookupId }: CreateQuoteRequest): FieldError[] {
  if (destination?.kind.case !== 'umaAddress' || lookupId !== undefined) return [];
  return [{ field: 'lookupId', message: 'is required to pay a UMA address. Look up the receiver first' }];
}
