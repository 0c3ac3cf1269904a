// UMA addresses of customers, in the domain of the platform.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import { parseUma } from '../../kit/messages/uma-address.ts';

/** The normalized address. Throws INVALID_UMA_ADDRESS if it is malformed or in another domain. */
export function ownUmaAddress(given: string, umaDomain: string): string {
  const { text, host } = parseUma(given);
  if (host === umaDomain) return text;
  throw fail(ErrorCode.INVALID_UMA_ADDRESS, `The domain of a customer's UMA address must be the platform's: ${umaDomain}.`);
}

/** The default address of a customer. */
export function generatedUmaAddress(customerId: string, umaDomain: string): string {
  return `$${customerId.replaceAll('-', '')}@${umaDomain}`;
}
