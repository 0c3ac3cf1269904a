// Creates an external account.
import type { CreateExternalAccountRequest } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { ExternalAccountStatus } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import { isTokenCode } from '../../kit/core/currencies.ts';
import { publicId, uuidOf } from '../../kit/core/ids.ts';
import { duplicate, fail, Refusal } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AccountsContext } from '../context.ts';
import type { AccountInfo } from '../domain/external/account-type.ts';
import { accountTypeOf } from '../domain/external/account-types.ts';
import { accountsMax, type ExternalAccount, type NewExternalAccount } from '../domain/external/external-account.ts';
import { settled } from '../domain/external/identifiers.ts';
import { isProvable, ownershipProblems } from '../domain/ownership/requirement.ts';
import type { Added } from '../store/external-accounts.ts';
import { nameCheckOf, refuseByBank } from './ask-bank.ts';
import { historyEntryNow } from './move-external-account.ts';

/** The account in a request. Requests under /platform have neither a customer nor a default. */
export type ExternalAccountRequest = Pick<CreateExternalAccountRequest, 'currency' | 'accountInfo'> &
  Partial<Pick<CreateExternalAccountRequest, 'customerId' | 'platformAccountId' | 'ownershipType' | 'defaultUmaDepositAccount'>>;

/** The first failing check refuses, in the contract's order: ownership, currency, customer, bank, duplicate, limit. */
export async function keepExternalAccount(request: ExternalAccountRequest, context: AccountsContext): Promise<ExternalAccount> {
  const { caller, store } = context;
  const account = newAccount(request, context);
  const { info } = account.accountInfo;
  if (info.case === undefined) throw invalidInput([{ field: 'accountInfo.accountType', message: 'is required' }]);
  const isRegulated = await store.counterpartyRules.apply(caller.platformId);
  if (isRegulated) refuseUnowned(account);
  await refuseCurrency(account.currency, info, context);
  await refuseUnknownCustomer(request.customerId, context);
  await refuseByBank(account, context);

  const status = firstStatus(info, {
    isProduction: caller.environment === 'production',
    isProofDue: isRegulated && isProvable(account),
  });
  const kept = { ...account, status, ...nameCheckOf(info, caller.environment) };
  await store.write(async (rows) => {
    if (!isNew(await rows.externalAccounts.add(kept), kept)) return;
    await rows.history.add([kept], { kind: 'CREATED', ...historyEntryNow(context) });
    if (status === ExternalAccountStatus.PENDING) await rows.jobs.add(screeningOf(kept, context));
  });
  return { ...kept, isUmaDefault: kept.becomesUmaDefault, version: 1n };
}

function newAccount(request: ExternalAccountRequest, { caller, operationId, clock }: AccountsContext): NewExternalAccount {
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

function refuseUnowned(account: NewExternalAccount): void {
  const problems = ownershipProblems(account);
  if (problems.length > 0) throw invalidInput(problems);
}

/** Spark wallets also hold the stablecoins that are currencies of the platform. */
async function refuseCurrency(currency: string, info: AccountInfo, { clients }: AccountsContext): Promise<void> {
  const { currencies } = accountTypeOf(info.case);
  if (currencies.includes(currency)) return;
  if (info.case === 'sparkWallet' && isTokenCode(currency)) {
    const { currencyCodes } = await clients.stablecoinCurrencies.listStablecoinCurrencies({});
    if (currencyCodes.includes(currency)) return;
  }
  throw fail(ErrorCode.INVALID_CURRENCY, `This account type does not support ${currency}.`, { allowed: [...currencies] });
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

/** The sandbox screens immediately. Wallets are not screened: those that require a proof wait for it. */
function firstStatus(info: AccountInfo, { isProduction, isProofDue }: { isProduction: boolean; isProofDue: boolean }) {
  if (isProofDue) return ExternalAccountStatus.PENDING_OWNERSHIP_VERIFICATION;
  return isProduction && accountTypeOf(info.case).kind === 'bank' ? ExternalAccountStatus.PENDING : ExternalAccountStatus.ACTIVE;
}

function screeningOf({ id }: NewExternalAccount, { caller, clock, requestId }: AccountsContext): NewJob {
  return { kind: 'screen-external-account', key: id, caller, payload: {}, runAt: clock.now(), requestId };
}

/** A duplicate with our own id is this call, which ran before and was interrupted. */
function isNew(added: Added, account: NewExternalAccount): boolean {
  if (added.kind === 'added') return true;
  if (added.kind === 'duplicate' && added.existingId === account.id) return false;
  if (added.kind === 'closed') throw unknownCustomer();
  if (added.kind === 'limit') {
    throw fail(ErrorCode.INVALID_INPUT, `The owner already has ${accountsMax} external accounts, the maximum. Delete one first.`);
  }
  const existingAccountId = publicId('ExternalAccount', added.existingId);
  throw duplicate(ErrorCode.CONFLICT, 'The owner already has an account with these coordinates.', { existingAccountId });
}

function unknownCustomer(): Refusal {
  return invalidInput([{ field: 'customerId', message: 'is not a customer of this platform' }]);
}
