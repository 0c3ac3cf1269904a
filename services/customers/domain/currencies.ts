// The currencies of a customer, among those of its platform.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { PlatformCurrency } from './customer.ts';

/**
 * The customer's currencies: those in the request, in order and without duplicates, or all of the platform's if there are none. The region
 * has no effect, because currencies do not depend on regions. Throws INVALID_CURRENCY for one that is not enabled for the platform.
 */
export function resolveCurrencies(named: readonly string[], offered: readonly PlatformCurrency[]): string[] {
  const codes = offered.map(({ code }) => code);
  const unknown = named.find((code) => !codes.includes(code));
  if (unknown !== undefined) throw fail(ErrorCode.INVALID_CURRENCY, `The currency ${unknown} is not enabled for this platform.`);
  return named.length ? [...new Set(named)] : codes;
}
