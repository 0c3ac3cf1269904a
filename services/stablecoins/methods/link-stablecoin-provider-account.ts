// LinkStablecoinProviderAccount: verifies credentials at the provider and stores them.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { StablecoinProviderAccountService } from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { StablecoinsContext, StablecoinsMethod } from '../context.ts';
import { providers, toProviderAccount } from '../convert.ts';
import { accountAfter, type Credentials, chooseAccount, type ProviderAccount } from '../domain/provider-account.ts';
import { checkLater } from '../jobs/check-credentials.ts';
import { reportLater } from '../jobs/sandbox-report.ts';
import { findProvider } from '../steps/find-provider.ts';

type Link = StablecoinsMethod<typeof StablecoinProviderAccountService.method.linkStablecoinProviderAccount>;

export const linkStablecoinProviderAccount: Link = async (request, context) => {
  const { caller, clock, operationId, store } = context;
  const { apiClientId, apiClientSecret } = request;
  const provider = providers.get(request.provider) ?? 'BRALE'; // the only value that the rules accept
  const credentials: Credentials = { provider, apiClientId, apiClientSecret };
  const providerAccountId = await reachedAccount(credentials, request.providerAccountId, context);
  const now = clock.now();
  const linked: ProviderAccount = {
    platformId: caller.platformId,
    id: operationId,
    provider,
    providerAccountId,
    status: 'ACTIVE',
    linkedBy: operationId,
    verifiedAt: now,
    createdAt: now,
    updatedAt: now,
  };

  const account = await store.write(async (rows) => {
    const isNew = await rows.providerAccounts.insert(linked, credentials);
    const live = isNew ? undefined : await rows.providerAccounts.lockLive(linked);
    if (live?.linkedBy === operationId) return live;
    if (live && live.status !== 'INVALID') throw linkedAlready(live);
    const result = live ? { ...accountAfter(live, 'accepted', now), linkedBy: operationId } : linked;
    if (live) await rows.providerAccounts.update(result, credentials);
    await rows.jobs.add(checkLater(result, context));
    const report = reportLater(result, credentials, context);
    if (report) await rows.jobs.add(report);
    return result;
  });
  return toProviderAccount(account, caller.environment);
};

/** The account at the provider that is linked. Throws STABLECOIN_PROVIDER_ACCOUNT_INVALID, INVALID_INPUT, NOT_IMPLEMENTED. */
async function reachedAccount(
  credentials: Credentials,
  wanted: string | undefined,
  context: StablecoinsContext,
): Promise<string> {
  const { isAccepted, accountIds } = await findProvider(context).verify(credentials, wanted);
  if (!isAccepted) throw fail(ErrorCode.STABLECOIN_PROVIDER_ACCOUNT_INVALID, 'The provider refuses the credentials.');
  const choice = chooseAccount(accountIds, wanted);
  if (choice.case === 'chosen') return choice.providerAccountId;
  if (choice.case === 'ambiguous')
    throw fail(ErrorCode.INVALID_INPUT, '1 field is invalid', {
      reason: 'PROVIDER_ACCOUNT_ID_REQUIRED',
      errors: [{ field: 'providerAccountId', message: 'is required, because the credentials reach several provider accounts' }],
    });
  throw fail(
    ErrorCode.STABLECOIN_PROVIDER_ACCOUNT_INVALID,
    wanted === undefined ? 'The credentials reach no provider account.' : 'The credentials do not reach this provider account.',
  );
}

function linkedAlready({ id }: ProviderAccount) {
  const stablecoinProviderAccountId = publicId('StablecoinProviderAccount', id);
  return fail(ErrorCode.CONFLICT, 'The provider account is linked already.', { stablecoinProviderAccountId });
}
