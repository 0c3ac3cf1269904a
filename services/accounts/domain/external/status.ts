// The states of an external account. Only an active one can be paid without further checks.
import { ExternalAccountStatus as Status } from '../../../../gen/payments/accounts/v1/external_account_pb.ts';

/** Events of an account: of screening, of an operator, or of the proof of ownership. */
export type ExternalAccountEvent =
  | 'cleared'
  | 'flagged'
  | 'refused'
  | 'disabled'
  | 'enabled'
  | 'proven'
  | 'proofFailed'
  | 'challenged';

/** The transitions of an external account. Deletion is not among them, because it ends the account in any state. */
export const externalAccountMoves: Readonly<Record<Status, Partial<Record<ExternalAccountEvent, Status>>>> = {
  [Status.UNSPECIFIED]: {},
  [Status.PENDING]: { cleared: Status.ACTIVE, flagged: Status.UNDER_REVIEW },
  [Status.ACTIVE]: { flagged: Status.UNDER_REVIEW, disabled: Status.INACTIVE },
  [Status.UNDER_REVIEW]: { cleared: Status.ACTIVE, refused: Status.INACTIVE, disabled: Status.INACTIVE },
  [Status.INACTIVE]: { enabled: Status.ACTIVE },
  [Status.PENDING_OWNERSHIP_VERIFICATION]: { proven: Status.ACTIVE, proofFailed: Status.UNVERIFIED },
  [Status.UNVERIFIED]: { challenged: Status.PENDING_OWNERSHIP_VERIFICATION },
};

/** Whether an event leads to this status, so that it may already have happened. */
export function leadsTo(event: ExternalAccountEvent, status: Status): boolean {
  return Object.values(externalAccountMoves).some((moves) => moves[event] === status);
}
