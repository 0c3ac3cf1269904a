// Opens the accounts that new currencies bring: the platform's own, and those of customers who use whatever it uses.
import type { NewJob } from '../../kit/background/jobs.ts';
import type { PlatformContext } from '../context.ts';
import type { Platform } from '../domain/platform.ts';

/** Repeatable: accounts that exist stay as they are. */
export async function openAccounts(currencies: readonly string[], { clients }: PlatformContext): Promise<void> {
  await clients.accounts.openPlatformAccounts({ currencies: [...currencies] });
  await clients.customers.openMissingAccounts({ currencies: [...currencies] });
}

/** The job that opens them, to be written with the change that adds the currencies, and run before the answer. */
export function openAccountsJob(platform: Platform, currencies: readonly string[], context: PlatformContext): NewJob {
  return { ...jobOf(platform, context), kind: 'open-accounts', payload: { currencies: [...currencies] } };
}

/** One change, one job of each kind. */
export function jobOf(
  { id, version }: Platform,
  { caller, clock, requestId }: PlatformContext,
): Omit<NewJob, 'kind' | 'payload'> {
  return { key: `${id}:${version}`, caller, runAt: clock.now(), requestId };
}
