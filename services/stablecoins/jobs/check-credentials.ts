// Checks the credentials of a link once a day, as long as it is ACTIVE.
import { type NewJob, retryAt } from '../../kit/background/jobs.ts';
import { Refusal } from '../../kit/messages/fail.ts';
import type { JobHandler } from '../../kit/service/service.ts';
import type { StablecoinsContext } from '../context.ts';
import type { ProviderAccount } from '../domain/provider-account.ts';
import { findProvider } from '../steps/find-provider.ts';
import { moveAccount } from '../steps/provider-account.ts';

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

export const checkLater = ({ id, verifiedAt }: ProviderAccount, { caller, requestId }: StablecoinsContext): NewJob => ({
  kind: 'check-credentials',
  key: id,
  caller,
  payload: {},
  runAt: new Date(verifiedAt.getTime() + dayMs),
  requestId,
});

export const handleCheckCredentials: JobHandler<StablecoinsContext> = async ({ key: id }, context) => {
  const { caller, clock, store } = context;
  const account = await store.providerAccounts.find(caller.platformId, id);
  if (account?.status !== 'ACTIVE') return;
  const event = (await isAccepted(account, context)) ? 'accepted' : 'refused';
  const moved = await moveAccount(id, event, context);
  if (moved?.status === 'ACTIVE') throw retryAt(new Date(clock.now().getTime() + dayMs));
};

/** Postpones the job by an hour if the provider cannot be reached. */
async function isAccepted(account: ProviderAccount, context: StablecoinsContext): Promise<boolean> {
  const { providerAccountId } = account;
  const credentials = await context.store.providerAccounts.credentialsOf(account);
  try {
    const { isAccepted, accountIds } = await findProvider(context).verify(credentials, providerAccountId);
    return isAccepted && accountIds.includes(providerAccountId);
  } catch (error) {
    if (error instanceof Refusal && error.status >= 500) throw retryAt(new Date(context.clock.now().getTime() + hourMs));
    throw error;
  }
}
