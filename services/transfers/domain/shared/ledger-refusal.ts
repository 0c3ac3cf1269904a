// What the ledger refuses, as against what fails on the way to it.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import type { Refusal } from '../../../kit/messages/fail.ts';

/**
 * Whether the ledger has looked at the journal and does not book it. Anything else, such as a token that another process does not take
 * because clocks differ, says nothing about the money: the step is tried again.
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
