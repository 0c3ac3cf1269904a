// Screens a new bank account in production: a beneficiary on the watch list is reviewed by a person, all others are cleared.
import { ExternalAccountStatus } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { JobHandler } from '../../kit/service/service.ts';
import type { AccountsContext } from '../context.ts';
import { beneficiaryNameOf } from '../domain/external/beneficiary.ts';
import { moveExternalAccount } from '../steps/move-external-account.ts';

/** Repeatable: an account that was screened, deleted or decided about by a person does not change. */
export const screenExternalAccount: JobHandler<AccountsContext> = async ({ key }, context) => {
  const { caller, store, watchList } = context;
  const found = await store.externalAccounts.find(caller.platformId, key);
  if (!found) return;
  const { info } = found.accountInfo;
  const name = info.case === undefined ? undefined : beneficiaryNameOf(info);
  const event = name !== undefined && (await watchList.has(name)) ? 'flagged' : 'cleared';
  await store.write(async (rows) => {
    const account = await rows.externalAccounts.lock(caller.platformId, key);
    if (account?.status === ExternalAccountStatus.PENDING) await moveExternalAccount(rows, { account, event }, context);
  });
};
