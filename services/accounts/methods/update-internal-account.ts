// UpdateInternalAccount: makes a wallet private or public, after a signature of its holder.
import { WalletService } from '../../../gen/payments/accounts/v1/wallet_pb.ts';
import { signedRetry, toChallenge } from '../../kit/calls/signed-retry.ts';
import { activityPayload } from '../../kit/core/activity.ts';
import type { AccountsContext, AccountsMethod } from '../context.ts';
import { toInternalAccount } from '../convert.ts';
import { findWallet, walletAmong } from '../steps/find-wallet.ts';
import type { InternalAccountState } from '../store/internal-account-row.ts';

const desc = WalletService.method.updateInternalAccount;

export const updateInternalAccount: AccountsMethod<typeof desc> = async (request, context) => {
  const { id: accountId } = await findWallet(request.id, context);
  const privateEnabled = request.privateEnabled ?? false;

  const { challenge, result } = await signedRetry(context, {
    desc,
    request,
    open: async () => {
      const payload = activityPayload({
        type: 'SIGN_RAW_PAYLOAD_V2',
        accountId,
        parameters: { privateEnabled, walletId: accountId },
        at: context.clock.now(),
      });
      return { accountIds: [accountId], payload };
    },
    run: () => setPrivate({ accountId, privateEnabled }, context),
  });
  if (challenge) return { outcome: { case: 'challenge', value: toChallenge(challenge) } };
  return { outcome: { case: 'account', value: toInternalAccount(result) } };
};

interface Privacy {
  readonly accountId: string;
  readonly privateEnabled: boolean;
}

function setPrivate({ accountId, privateEnabled }: Privacy, context: AccountsContext): Promise<InternalAccountState> {
  const { store, caller, clock } = context;
  return store.write(async (rows) => {
    const account = walletAmong(await rows.internalAccounts.lockAll(caller.platformId, [accountId]), accountId);
    if (account.privateEnabled === privateEnabled) return account;
    const after = { ...account, privateEnabled, updatedAt: clock.now() };
    await rows.internalAccounts.change(after);
    return after;
  });
}
