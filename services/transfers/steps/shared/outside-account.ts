// The external account that a transaction pays, or pulls from.
import type { Account, KnownExternalAccount } from '../../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { TransfersContext } from '../../context.ts';
import { railsOf } from '../../convert-account.ts';
import type { OutsideAccount } from '../../rails/rail.ts';

/** The accounts that a call has read. Their details never change, so its payout need not read them again. */
const readBy = new WeakMap<TransfersContext, Map<string, OutsideAccount>>();

/** For `outsideAccount` in the same call. */
export function rememberAccounts(context: TransfersContext, accounts: readonly Account[]): void {
  const known = readBy.get(context) ?? new Map<string, OutsideAccount>();
  readBy.set(context, known);
  for (const { kind } of accounts) {
    const found = kind.case === 'external' ? outsideOf(kind.value) : undefined;
    if (kind.case === 'external' && kind.value.account && found) known.set(kind.value.account.id, found);
  }
}

/** A deleted account is still used, so that payments in progress continue. Throws if there is none. */
export async function outsideAccount(context: TransfersContext, id: string): Promise<OutsideAccount> {
  const known = readBy.get(context)?.get(id);
  if (known) return known;
  const { accounts } = await context.clients.accounts.getAccounts({ ids: [id], includingDeleted: true });
  const kind = accounts[0]?.kind;
  const found = kind?.case === 'external' ? outsideOf(kind.value) : undefined;
  if (!found) throw new Error(`The account ${id} of a payment does not exist.`);
  return found;
}

function outsideOf({ account, isBankAccount, primaryIdentifier }: KnownExternalAccount): OutsideAccount | undefined {
  if (!account?.accountInfo) return undefined;
  return { isBankAccount, identifier: primaryIdentifier, rails: railsOf(account), info: account.accountInfo };
}
