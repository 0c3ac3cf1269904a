// The external account that a transaction pays, or pulls from.
import type { KnownExternalAccount } from '../../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { TransfersContext } from '../../context.ts';
import { railsOf } from '../../convert-account.ts';
import type { OutsideAccount } from '../../rails/rail.ts';

/** A deleted account is still used, so that payments in progress continue. Throws if there is none. */
export async function outsideAccount({ clients }: TransfersContext, id: string): Promise<OutsideAccount> {
  const { accounts } = await clients.accounts.getAccounts({ ids: [id], includingDeleted: true });
  const kind = accounts[0]?.kind;
  const found = kind?.case === 'external' ? outsideOf(kind.value) : undefined;
  if (!found) throw new Error(`The account ${id} of a payment does not exist.`);
  return found;
}

function outsideOf({ account, isBankAccount, primaryIdentifier }: KnownExternalAccount): OutsideAccount | undefined {
  if (!account?.accountInfo) return undefined;
  return { isBankAccount, identifier: primaryIdentifier, rails: railsOf(account), info: account.accountInfo };
}
