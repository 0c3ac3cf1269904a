// Ends a sandbox liveness check with the outcome of the address suffix.
import { sandboxSuffixOf } from '../../kit/core/sandbox-suffix.ts';
import type { JobHandler } from '../../kit/service/service.ts';
import type { AccountsContext } from '../context.ts';
import { primaryIdentifierOf } from '../domain/external/identifiers.ts';
import { moveExternalAccount } from '../steps/move-external-account.ts';

/** Repeatable: ignores a check that has ended or was replaced. */
export const endLivenessCheck: JobHandler<AccountsContext> = async ({ key, payload }, context) => {
  const { store, caller, clock } = context;
  await store.write(async (rows) => {
    const account = await rows.externalAccounts.lock(caller.platformId, String(payload.accountId));
    const challenge = account && (await rows.challenges.open(caller.platformId, account.id));
    if (!account || challenge?.id !== key) return;

    await rows.challenges.spend(challenge, clock.now());
    const { info } = account.accountInfo;
    const isFailure = info.case !== undefined && sandboxSuffixOf(primaryIdentifierOf(info)) === '202';
    await moveExternalAccount(rows, { account, event: isFailure ? 'proofFailed' : 'proven' }, context);
  });
};
