// Asks the provider for the progress of an operation.
import { retryAt } from '../../kit/background/jobs.ts';
import { Refusal } from '../../kit/messages/fail.ts';
import type { StablecoinsContext } from '../context.ts';
import { givenUpAt, type Operation } from '../domain/operation.ts';
import type { FoundOperation } from '../providers/provider.ts';
import { findProvider } from './find-provider.ts';
import { moveAccount } from './provider-account.ts';

/** Also with the credentials of a link that is not ACTIVE. Postpones the job if the provider cannot be reached. */
export async function askProvider(operation: Operation, context: StablecoinsContext): Promise<FoundOperation> {
  const { caller, store } = context;
  const link = await store.providerAccounts.find(caller.platformId, operation.linkId);
  if (!link) throw new Error(`The link of the operation ${operation.id} does not exist.`);
  const credentials = await store.providerAccounts.credentialsOf(link);
  const { providerAccountId } = link;
  try {
    const found = await findProvider(context).find({ credentials, providerAccountId, operation });
    if (!found.isAccepted) await moveAccount(link.id, 'refused', context);
    return found;
  } catch (error) {
    if (error instanceof Refusal && error.status >= 500) throw retryAt(laterLookAt(operation, context));
    throw error;
  }
}

/** When to ask again: at the next deadline of the operation at the latest. */
export function nextLookAt(operation: Operation, context: StablecoinsContext): Date {
  const now = context.clock.now();
  const next = findProvider(context).nextLook(operation, now);
  const deadline = deadlineOf(operation);
  if (!deadline || deadline <= now) return next ?? hourAfter(now);
  return next && next < deadline ? next : deadline;
}

/** After a question that the provider did not answer. */
function laterLookAt(operation: Operation, context: StablecoinsContext): Date {
  const now = context.clock.now();
  return findProvider(context).nextLook(operation, now) ?? hourAfter(now);
}

const hourAfter = (now: Date) => new Date(now.getTime() + 60 * 60 * 1000);

function deadlineOf(operation: Operation): Date | undefined {
  if (operation.status === 'CREATED') return givenUpAt(operation);
  return operation.status === 'PENDING_FUNDING' ? operation.expiresAt : undefined;
}
