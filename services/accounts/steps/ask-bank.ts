// The bank's validation of an account: in the sandbox by its suffix, in production by its coordinates.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Environment } from '../../kit/core/caller.ts';
import { sandboxSuffixOf } from '../../kit/core/sandbox-suffix.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AccountsContext } from '../context.ts';
import type { AccountInfo } from '../domain/external/account-type.ts';
import { accountTypeOf } from '../domain/external/account-types.ts';
import { beneficiaryNameOf } from '../domain/external/beneficiary.ts';
import type { NewExternalAccount } from '../domain/external/external-account.ts';
import { primaryIdentifierOf } from '../domain/external/identifiers.ts';
import { firstNameCheck, type NameCheckResult, refusedByBank, sandboxNameCheck } from '../domain/external/name-check.ts';
import type { Placed } from '../domain/external/strict/strict.ts';

const { INVALID_BANK_ACCOUNT, INVALID_INPUT } = ErrorCode;

/** Throws INVALID_BANK_ACCOUNT for coordinates that a bank would refuse, INVALID_INPUT for wallets and for requirements of the corridor. */
export async function refuseByBank(account: NewExternalAccount, { caller, clock }: AccountsContext): Promise<void> {
  const { info } = account.accountInfo;
  if (info.case === undefined) return;
  const isBank = accountTypeOf(info.case).kind === 'bank';
  if (caller.environment === 'production') {
    await refuseStrictly({ info, currency: account.currency, now: clock.now() }, isBank ? INVALID_BANK_ACCOUNT : INVALID_INPUT);
  } else if (isBank && sandboxSuffixOf(primaryIdentifierOf(info)) === refusedByBank) {
    throw fail(INVALID_BANK_ACCOUNT, 'The bank has no such account. Check the account number.');
  }
}

/** The libraries are loaded at their first use, because the sandbox does not need them. */
async function refuseStrictly(placed: Placed, code: ErrorCode): Promise<void> {
  const { strictProblems } = await import('../domain/external/strict/strict.ts');
  const { beneficiary, coordinates } = strictProblems(placed);
  if (beneficiary.length > 0) throw invalidInput(beneficiary);
  if (coordinates.length > 0) throw invalidInput(coordinates, code);
}

/** Whether the bank knows the beneficiary by this name. Wallets have no name check. */
export function nameCheckOf(info: AccountInfo, environment: Environment): { nameCheck?: NameCheckResult } {
  const type = accountTypeOf(info.case);
  const name = beneficiaryNameOf(info);
  if (type.kind !== 'bank' || name === undefined) return {};
  if (environment === 'production') return { nameCheck: firstNameCheck(type) };
  return { nameCheck: sandboxNameCheck(sandboxSuffixOf(primaryIdentifierOf(info)), name) };
}
