// UMA addresses: `$name@domain`, the domain being the platform's.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/fail.ts';

/** The address in its one spelling. Throws INVALID_UMA_ADDRESS when it is malformed or of another domain. */
export function parseUmaAddress(text: string, umaDomain: string): string {
  const address = text.toLowerCase();
  if (!shape.test(address)) {
    throw fail(ErrorCode.INVALID_UMA_ADDRESS, 'A UMA address is `$name@domain`, with 1 to 63 of a-z 0-9 - _ . + as its name.');
  }
  if (address.slice(address.indexOf('@') + 1) !== umaDomain) {
    throw fail(ErrorCode.INVALID_UMA_ADDRESS, `The domain of a customer's UMA address must be the platform's: ${umaDomain}.`);
  }
  return address;
}

/** The address of a customer that was given none. */
export function generatedUmaAddress(customerId: string, umaDomain: string): string {
  return `$${customerId.replaceAll('-', '')}@${umaDomain}`;
}

const shape = /^\$[a-z0-9\-_.+]{1,63}@[a-z0-9.-]+$/;
