// Compares the name of the beneficiary with the name at the bank. The result is informational: no payout depends on it.
import { BeneficiaryVerificationStatus as Status } from '../../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { AccountType, NameCheck } from './account-type.ts';

export interface NameCheckResult {
  readonly status: Status;
  /** The name that the rail returned, if any. */
  readonly verifiedName?: string;
}

/** The sandbox result, by the suffix of the primary identifier. Wallets have no name check. */
export function sandboxNameCheck(suffix: string, name: string): NameCheckResult {
  const status = sandboxResults.get(suffix) ?? Status.MATCHED;
  if (status === Status.MATCHED) return { status, verifiedName: name };
  if (status === Status.PARTIAL_MATCH) return { status, verifiedName: [...name].slice(0, -1).join('') };
  return { status };
}

/** The first result in production, by type. If names are compared, the result follows later. */
export function firstNameCheck({ nameCheck }: AccountType): NameCheckResult {
  return { status: firstResults[nameCheck] };
}

/** The suffix for which the sandbox bank refuses the account. */
export const refusedByBank = '105';

const sandboxResults = new Map([
  ['102', Status.NOT_MATCHED],
  ['103', Status.PARTIAL_MATCH],
  ['104', Status.PENDING],
  ['106', Status.UNSUPPORTED],
  ['107', Status.CHECKED_BY_RECEIVING_FI],
]);

const firstResults: Readonly<Record<NameCheck, Status>> = {
  COMPARED: Status.PENDING,
  BY_RECEIVING_BANK: Status.CHECKED_BY_RECEIVING_FI,
  UNSUPPORTED: Status.UNSUPPORTED,
};
