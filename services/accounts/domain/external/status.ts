// The life of an external account. Only an active one is paid without a question.
import { ExternalAccountStatus as Status } from '../../../../gen/payments/accounts/v1/external_account_pb.ts';

/** What happens to an account: in screening, by an operator, or to the proof that its owner holds it. */
export type ExternalAccountEvent =
  | 'cleared'
  | 'flagged'
  | 'refused'
  | 'disabled'
  | 'enabled'
  | 'proven'
  | 'proofFailed'
  | 'challenged';

/** Every move of an external account; deletion is none, for it ends the account in any state. */
export const externalAccountMoves: Readonly<Record<Status, Partial<Record<ExternalAccountEvent, Status>>>> = {
  [Status.UNSPECIFIED]: {},
  [Status.PENDING]: { cleared: Status.ACTIVE, flagged: Status.UNDER_REVIEW },
  [Status.ACTIVE]: { flagged: Status.UNDER_REVIEW, disabled: Status.INACTIVE },
  [Status.UNDER_REVIEW]: { cleared: Status.ACTIVE, refused: Status.INACTIVE, disabled: Status.INACTIVE },
  [Status.INACTIVE]: { enabled: Status.ACTIVE },
  [Status.PENDING_OWNERSHIP_VERIFICATION]: { proven: Status.ACTIVE, proofFailed: Status.UNVERIFIED },
  [Status.UNVERIFIED]: { challenged: Status.PENDING_OWNERSHIP_VERIFICATION },
};

/** Whether an event ends in this status: then it may have happened before. */
export function leadsTo(event: ExternalAccountEvent, status: Status): boolean {
  return Object.values(externalAccountMoves).some((moves) => moves[event] === status);
}
