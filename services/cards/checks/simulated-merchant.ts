// The check of the merchant in a simulated message. Messages of the card network are taken as they come.
import type { CardMerchant } from '../../../gen/payments/cards/v1/card_transaction_pb.ts';
import { formatCheck } from '../../kit/messages/formats.ts';
import type { FieldError } from '../../kit/messages/validate.ts';

const format = 'iso3166-1-alpha-2';
const problemOf = formatCheck({ format, past: false, since: '' });

/** Its country must be assigned. */
export function checkMerchant({ merchant }: { readonly merchant?: CardMerchant | undefined }): FieldError[] {
  const message = merchant?.country === undefined ? undefined : problemOf?.(merchant.country);
  return message === undefined ? [] : [{ field: 'merchant.country', constraint: { format, pattern: '^[A-Z]{2}$' }, message }];
}
