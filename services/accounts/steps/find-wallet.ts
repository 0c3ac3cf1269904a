// Finds the wallet or internal account of a request.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AccountsContext } from '../context.ts';
import type { InternalAccountState } from '../store/internal-account-row.ts';

/** Throws REFERENCE_NOT_FOUND if the account does not exist, and INVALID_INPUT if it is not a wallet, or closed. */
export async function findOpenWallet(accountId: string, { store, caller }: AccountsContext): Promise<InternalAccountState> {
  const id = accountIn(accountId);
  const wallet = walletAmong(await store.internalAccounts.findAll(caller.platformId, [id]), accountId);
  if (wallet.status === 'CLOSED') throw closed(accountId);
  return wallet;
}

/** An account of any type. Throws REFERENCE_NOT_FOUND. */
export async function findInternalAccount(accountId: string, { store, caller }: AccountsContext): Promise<InternalAccountState> {
  const [account] = await store.internalAccounts.findAll(caller.platformId, [accountIn(accountId)]);
  if (!account) throw accountNotFound(accountId);
  return account;
}

/** The uuid in the public id of an internal account. Throws REFERENCE_NOT_FOUND. */
export function accountIn(accountId: string): string {
  const id = uuidOf('InternalAccount', accountId);
  if (id === undefined) throw accountNotFound(accountId);
  return id;
}

/** The found account, if it is a wallet, closed or not. Throws REFERENCE_NOT_FOUND or INVALID_INPUT. */
export function walletAmong([account]: readonly InternalAccountState[], accountId: string): InternalAccountState {
  if (!account) throw accountNotFound(accountId);
  if (account.type === 'EMBEDDED_WALLET') return account;
  throw fail(ErrorCode.INVALID_INPUT, `The internal account ${accountId} is not an embedded wallet.`);
}

function closed(accountId: string): Refusal {
  return fail(ErrorCode.INVALID_INPUT, `The wallet ${accountId} is CLOSED.`, { accountStatus: 'CLOSED' });
}

function accountNotFound(accountId: string): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no internal account ${accountId}.`, { resource: 'InternalAccount' });
}
