// What a bank says of an account: in the sandbox what its number asks for, in production what can be told from its coordinates.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Environment } from '../../kit/caller.ts';
import { fail } from '../../kit/fail.ts';
import { sandboxSuffixOf } from '../../kit/sandbox-suffix.ts';
import { invalidInput } from '../../kit/validate.ts';
import type { AccountsContext } from '../context.ts';
import type { AccountInfo } from '../domain/external/account-type.ts';
import { accountTypeOf } from '../domain/external/account-types.ts';
import { beneficiaryNameOf } from '../domain/external/beneficiary.ts';
import type { NewExternalAccount } from '../domain/external/external-account.ts';
import { primaryIdentifierOf } from '../domain/external/identifiers.ts';
import { firstNameCheck, type NameCheckResult, refusedByBank, sandboxNameCheck } from '../domain/external/name-check.ts';
import { strictProblems } from '../domain/external/strict.ts';

/** Throws what makes the account unusable: INVALID_BANK_ACCOUNT for those at banks, INVALID_INPUT for wallets. */
export async function refuseByBank({ accountInfo: { info } }: NewExternalAccount, { caller }: AccountsContext): Promise<void> {
  if (info.case === undefined) return;
  const isBank = accountTypeOf(info.case).kind === 'bank';
  const problems = caller.environment === 'production' ? strictProblems(info) : [];
  if (problems.length > 0) throw invalidInput(problems, isBank ? ErrorCode.INVALID_BANK_ACCOUNT : ErrorCode.INVALID_INPUT);
  if (caller.environment === 'sandbox' && isBank && sandboxSuffixOf(primaryIdentifierOf(info)) === refusedByBank) {
    throw fail(ErrorCode.INVALID_BANK_ACCOUNT, 'The bank does not know this account. Check its number.');
  }
}

/** Whether the bank knows the beneficiary by this name. Wallets have no name check. */
export function nameCheckOf(info: AccountInfo, environment: Environment): { nameCheck?: NameCheckResult } {
  const type = accountTypeOf(info.case);
  const name = beneficiaryNameOf(info);
  if (type.kind !== 'bank' || name === undefined) return {};
  if (environment === 'production') return { nameCheck: firstNameCheck(type) };
  return { nameCheck: sandboxNameCheck(sandboxSuffixOf(primaryIdentifierOf(info)), name) };
}
