// CreateExternalAccount: keeps a bank account or wallet outside of the platform.
import {
  type CreateExternalAccountRequest,
  type ExternalAccountService,
  ExternalAccountStatus,
} from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Environment } from '../../kit/caller.ts';
import { fail, Refusal } from '../../kit/fail.ts';
import { publicId, uuidOf } from '../../kit/ids.ts';
import type { NewJob } from '../../kit/jobs.ts';
import { sandboxSuffixOf } from '../../kit/sandbox-suffix.ts';
import { invalidInput } from '../../kit/validate.ts';
import type { AccountsContext, AccountsMethod } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import type { AccountInfo } from '../domain/external/account-type.ts';
import { accountTypeOf } from '../domain/external/account-types.ts';
import { beneficiaryNameOf } from '../domain/external/beneficiary.ts';
import { accountsMax, type NewExternalAccount } from '../domain/external/external-account.ts';
import { primaryIdentifierOf, settled } from '../domain/external/identifiers.ts';
import { firstNameCheck, type NameCheckResult, refusedByBank, sandboxNameCheck } from '../domain/external/name-check.ts';
import { strictProblems } from '../domain/external/strict.ts';
import type { Added } from '../store/external-accounts.ts';

/** The first failing stage answers, in the contract's order: currency, customer, bank, duplicate, limit. */
export const createExternalAccount: AccountsMethod<typeof ExternalAccountService.method.createExternalAccount> = async (
  request,
  context,
) => {
  const account = newAccount(request, context);
  const { info } = account.accountInfo;
  if (info.case === undefined) throw invalidInput([{ field: 'accountInfo.accountType', message: 'is required' }]);
  refuseCurrency(account.currency, info);
  await refuseUnknownCustomer(request.customerId, context);
  refuseByBank(info, context.caller.environment);

  const checked = { ...account, ...statusOf(info, context.caller.environment), ...nameCheckOf(info, context.caller.environment) };
  await context.store.write(async (rows) => {
    refuseUnlessAdded(await rows.externalAccounts.add(checked), checked);
    if (checked.status === ExternalAccountStatus.PENDING) await rows.jobs.add(screeningOf(checked, context));
  });
  return toExternalAccount({ ...checked, isUmaDefault: checked.becomesUmaDefault, version: 1n });
};

function newAccount(request: CreateExternalAccountRequest, { caller, operationId, clock }: AccountsContext): NewExternalAccount {
  const { currency, platformAccountId, ownershipType, accountInfo } = request;
  const customerId = request.customerId === undefined ? undefined : uuidOf('Customer', request.customerId);
  if (!accountInfo) throw invalidInput([{ field: 'accountInfo', message: 'is required' }]);
  return {
    id: operationId,
    platformId: caller.platformId,
    status: ExternalAccountStatus.ACTIVE,
    currency,
    accountInfo: settled(accountInfo),
    becomesUmaDefault: request.defaultUmaDepositAccount ?? false,
    createdAt: clock.now(),
    ...(customerId !== undefined && { customerId }),
    ...(platformAccountId !== undefined && { platformAccountId }),
    ...(ownershipType !== undefined && { ownershipType }),
  };
}

function refuseCurrency(currency: string, info: AccountInfo): void {
  const { currencies } = accountTypeOf(info.case);
  if (currencies.includes(currency)) return;
  throw fail(ErrorCode.INVALID_CURRENCY, `This type of account does not hold ${currency}.`, { allowed: [...currencies] });
}

async function refuseUnknownCustomer(customerId: string | undefined, { clients }: AccountsContext): Promise<void> {
  if (customerId === undefined) return;
  try {
    const customer = await clients.customers.getCustomer({ customerId });
    if (!customer.isDeleted) return;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== ErrorCode.USER_NOT_FOUND) throw error;
  }
  throw unknownCustomer();
}

/** What a bank would refuse: in production by what can be told from the coordinates, in the sandbox by the magic suffix. */
function refuseByBank(info: AccountInfo, environment: Environment): void {
  const isBank = accountTypeOf(info.case).kind === 'bank';
  const problems = environment === 'production' ? strictProblems(info) : [];
  if (problems.length > 0) throw invalidInput(problems, isBank ? ErrorCode.INVALID_BANK_ACCOUNT : ErrorCode.INVALID_INPUT);
  if (environment === 'sandbox' && isBank && sandboxSuffixOf(primaryIdentifierOf(info)) === refusedByBank) {
    throw fail(ErrorCode.INVALID_BANK_ACCOUNT, 'The bank does not know this account. Check its number.');
  }
}

/** The sandbox screens at once. Wallets need no proof of ownership on platforms that are not subject to counterparty rules. */
function statusOf(info: AccountInfo, environment: Environment): { status: ExternalAccountStatus } {
  const isScreened = environment === 'production' && accountTypeOf(info.case).kind === 'bank';
  return { status: isScreened ? ExternalAccountStatus.PENDING : ExternalAccountStatus.ACTIVE };
}

function nameCheckOf(info: AccountInfo, environment: Environment): { nameCheck?: NameCheckResult } {
  const type = accountTypeOf(info.case);
  const name = beneficiaryNameOf(info);
  if (type.kind !== 'bank' || name === undefined) return {};
  if (environment === 'production') return { nameCheck: firstNameCheck(type) };
  return { nameCheck: sandboxNameCheck(sandboxSuffixOf(primaryIdentifierOf(info)), name) };
}

function screeningOf({ id }: NewExternalAccount, { caller, clock, requestId }: AccountsContext): NewJob {
  return { kind: 'screen-external-account', key: id, caller, payload: {}, runAt: clock.now(), requestId };
}

/** A duplicate with our own id is this very call, which ran before and was cut off. */
function refuseUnlessAdded(added: Added, account: NewExternalAccount): void {
  if (added.kind === 'duplicate' && added.existingId !== account.id) {
    const existingAccountId = publicId('ExternalAccount', added.existingId);
    throw fail(ErrorCode.CONFLICT, 'The owner has an account with these coordinates already.', { existingAccountId });
  }
  if (added.kind === 'closed') throw unknownCustomer();
  if (added.kind === 'limit') {
    throw fail(ErrorCode.INVALID_INPUT, `An owner has ${accountsMax} external accounts at most. Delete one first.`);
  }
}

function unknownCustomer(): Refusal {
  return invalidInput([{ field: 'customerId', message: 'is not a customer of this platform' }]);
}
