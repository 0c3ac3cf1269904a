// Consequences of a customer's region.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { isInEurope } from '../../kit/core/europe.ts';
import { fail } from '../../kit/messages/fail.ts';

/** Under comprehensive sanctions: no provider serves them. */
const unservedRegions = new Set(['CU', 'IR', 'KP', 'SY']);

/** Whether the provider of the region requires e-mail and phone to be verified. */
export function verifiesContacts(region: string | undefined): boolean {
  return isInEurope(region);
}

/** Throws NOT_IMPLEMENTED for a region without a provider. */
export function refuseUnserved(region: string | undefined): void {
  if (region === undefined || !unservedRegions.has(region)) return;
  throw fail(ErrorCode.NOT_IMPLEMENTED, `No provider serves customers in the region ${region}.`);
}
