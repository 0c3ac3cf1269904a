// Screens a new bank account in production. There is no watch list yet, so every account is cleared.
import type { JobHandler } from '../../kit/service/service.ts';
import type { AccountsContext } from '../context.ts';
import { moveExternalAccount } from '../steps/move-external-account.ts';

/** Repeatable: an account that was cleared, deleted or put under review does not change. */
export const screenExternalAccount: JobHandler<AccountsContext> = async ({ key }, context) => {
  await context.store.write(async (rows) => {
    const account = await rows.externalAccounts.lock(context.caller.platformId, key);
    if (account) await moveExternalAccount(rows, { account, event: 'cleared' }, context);
  });
};
