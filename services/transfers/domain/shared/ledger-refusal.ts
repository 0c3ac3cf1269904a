// Distinguishes refusals of the ledger from failures on the way to it.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import type { Refusal } from '../../../kit/messages/fail.ts';

/**
 * Whether the ledger has evaluated the journal and refused it. Other errors, such as a token refused because clocks differ, say nothing
 * about the money: the step is repeated.
 */
export function isLedgerRefusal({ code, details }: Refusal): boolean {
  switch (code) {
    case ErrorCode.INVALID_AMOUNT:
    case ErrorCode.INVALID_CURRENCY:
      return true;
    case ErrorCode.REFERENCE_NOT_FOUND:
      return details?.resource === 'InternalAccount';
    case ErrorCode.USER_NOT_READY:
    case ErrorCode.INVALID_INPUT:
      return details?.accountStatus !== undefined;
    case ErrorCode.CONFLICT:
      return details?.reason === 'LEDGER_STEP_VOIDED';
    default:
      return false;
  }
}
