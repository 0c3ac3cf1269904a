// Opens the accounts that new currencies bring: the platform's own, and those of customers who use whatever it uses.
import type { PlatformContext } from '../context.ts';

/** Repeatable: accounts that exist stay as they are. */
export async function openAccounts(currencies: readonly string[], { clients }: PlatformContext): Promise<void> {
  await clients.accounts.openPlatformAccounts({ currencies: [...currencies] });
  await clients.customers.openMissingAccounts({ currencies: [...currencies] });
}
