// Opens accounts for added currencies: of the platform, and of customers that follow it.
import type { NewJob } from '../../kit/background/jobs.ts';
import type { PlatformContext } from '../context.ts';
import type { Platform } from '../domain/platform.ts';

/** Repeatable: existing accounts do not change. */
export async function openAccounts(currencies: readonly string[], { clients }: PlatformContext): Promise<void> {
  await clients.accounts.openPlatformAccounts({ currencies: [...currencies] });
  await clients.customers.openMissingAccounts({ currencies: [...currencies] });
}

/** The job to open them. It is added with the change of currencies, and run before the response. */
export function openAccountsJob(platform: Platform, currencies: readonly string[], context: PlatformContext): NewJob {
  return { ...jobOf(platform, context), kind: 'open-accounts', payload: { currencies: [...currencies] } };
}

/** One job of each kind per change. */
export function jobOf(
  { id, version }: Platform,
  { caller, clock, requestId }: PlatformContext,
): Omit<NewJob, 'kind' | 'payload'> {
  return { key: `${id}:${version}`, caller, runAt: clock.now(), requestId };
}
