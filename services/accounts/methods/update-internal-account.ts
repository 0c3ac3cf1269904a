// UpdateInternalAccount: makes a wallet private or public, after a signature of its holder.
import { WalletService } from '../../../gen/payments/accounts/v1/wallet_pb.ts';
import { signedRetry, toChallenge } from '../../kit/calls/signed-retry.ts';
import { activityPayload } from '../../kit/core/activity.ts';
import type { AccountsMethod } from '../context.ts';
import { toInternalAccount } from '../convert.ts';
import { findOpenWallet } from '../steps/find-wallet.ts';

const desc = WalletService.method.updateInternalAccount;

export const updateInternalAccount: AccountsMethod<typeof desc> = async (request, context) => {
  const { id: accountId, platformId } = await findOpenWallet(request.id, context);
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
    run: async () => {
      await context.store.internalAccounts.setPrivate({ platformId, id: accountId, privateEnabled, at: context.clock.now() });
      return findOpenWallet(request.id, context);
    },
  });
  if (challenge) return { outcome: { case: 'challenge', value: toChallenge(challenge) } };
  return { outcome: { case: 'account', value: toInternalAccount(result) } };
};
