// UMA addresses of customers: their domain is the platform's.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import { parseUma } from '../../kit/messages/uma-address.ts';

/** The address in its one spelling. Throws INVALID_UMA_ADDRESS when it is malformed or of another domain. */
export function ownUmaAddress(given: string, umaDomain: string): string {
  const { text, host } = parseUma(given);
  if (host === umaDomain) return text;
  throw fail(ErrorCode.INVALID_UMA_ADDRESS, `The domain of a customer's UMA address must be the platform's: ${umaDomain}.`);
}

/** The address of a customer that was given none. */
export function generatedUmaAddress(customerId: string, umaDomain: string): string {
  return `$${customerId.replaceAll('-', '')}@${umaDomain}`;
}
