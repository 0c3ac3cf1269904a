// ExportInternalAccount: the recovery phrase of a wallet, encrypted to the client's key, after a signature of its holder.
import { WalletService } from '../../../gen/payments/accounts/v1/wallet_pb.ts';
import { settlingRetry, stillProcessing, toChallenge } from '../../kit/calls/signed-retry.ts';
import { activityPayload } from '../../kit/core/activity.ts';
import type { AccountsMethod } from '../context.ts';
import { findOpenWallet } from '../steps/find-wallet.ts';

const desc = WalletService.method.exportInternalAccount;

/** The envelope is created for this response and never stored, so there is nothing to settle. */
export const exportInternalAccount: AccountsMethod<typeof desc> = async (request, context) => {
  const { store, clients, clock, caller } = context;
  const { id: accountId } = await findOpenWallet(request.id, context);
  const { clientPublicKey } = request;

  const { challenge, result } = await settlingRetry(context, {
    desc,
    request,
    settlesAlone: false,
    open: async () => {
      const parameters = { targetPublicKey: clientPublicKey, walletId: accountId };
      return {
        accountIds: [accountId],
        payload: activityPayload({ type: 'EXPORT_WALLET', accountId, parameters, at: clock.now() }),
      };
    },
    run: async () => {
      const mnemonic = await store.wallets.mnemonicOf({ platformId: caller.platformId, accountId });
      return clients.envelopes.sealExport({ accountId, mnemonic, clientPublicKey });
    },
  });
  if (challenge) return { outcome: { case: 'challenge', value: toChallenge(challenge) } };
  if (!result) return { outcome: { case: 'processing', value: stillProcessing } };
  return { outcome: { case: 'wallet', value: { id: request.id, encryptedWalletCredentials: result.envelope } } };
};
