// BootstrapWallet: the first credential of a wallet was verified, so that it can receive payments.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toInstructions, writeFunding } from '../convert.ts';
import { walletCoordinates } from '../domain/funding/wallet.ts';
import { accountEvent } from '../steps/account-event.ts';
import { accountIn, walletAmong } from '../steps/find-wallet.ts';

/** Coordinates appear now if the account is active, otherwise when it becomes active. */
export const bootstrapWallet: AccountsMethod<typeof AccountDirectoryService.method.bootstrapWallet> = async (
  { accountId },
  context,
) => {
  const { store, caller, clock } = context;
  await store.write(async (rows) => {
    const { platformId } = caller;
    const id = accountIn(accountId);
    const account = walletAmong(await rows.internalAccounts.lockAll(platformId, [id]), accountId);
    const wallet = { platformId, accountId: id };
    if (!(await rows.wallets.bootstrap(wallet, clock.now()))) return;
    if (account.status !== 'ACTIVE' && account.status !== 'FROZEN') return;

    const mnemonic = await rows.wallets.mnemonicOf(wallet);
    const coordinates = walletCoordinates(mnemonic, { ...account, environment: caller.environment });
    const funding = writeFunding(toInstructions(coordinates, { isPlatformAccount: false }));
    const after = { ...account, funding, version: account.version + 1n, updatedAt: clock.now() };
    await rows.internalAccounts.change(after);
    await rows.outbox.add(accountEvent(context, WebhookType.INTERNAL_ACCOUNT_FUNDING_INSTRUCTIONS_UPDATED, after));
  });
  return {};
};
