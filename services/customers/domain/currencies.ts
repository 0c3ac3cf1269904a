// Which currencies a customer uses, out of those of its platform.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { PlatformCurrency } from './customer.ts';

/**
 * The customer's currencies: those it named, in its order and each once, or all of the platform's when it named none.
 * A region narrows nothing, for the platform's currencies are not bound to regions. Throws INVALID_CURRENCY for one that the
 * platform does not have.
 */
export function resolveCurrencies(named: readonly string[], offered: readonly PlatformCurrency[]): string[] {
  const codes = offered.map(({ code }) => code);
  const unknown = named.find((code) => !codes.includes(code));
  if (unknown !== undefined) throw fail(ErrorCode.INVALID_CURRENCY, `The currency ${unknown} is not enabled for this platform.`);
  return named.length ? [...new Set(named)] : codes;
}
