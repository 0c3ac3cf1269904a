// Creates the wallets of new accounts: their recovery phrases, and the jobs for their first credentials.
import { randomBytes } from 'node:crypto';
import type { NewJob } from '../../kit/background/jobs.ts';
import type { AccountsContext } from '../context.ts';
import { entropyBytes, mnemonicFrom } from '../domain/wallet/mnemonic.ts';
import type { NewInternalAccount } from '../store/internal-account-row.ts';
import type { AccountsRows } from '../store/store.ts';

/** The added jobs. None for a customer with an existing wallet. */
export async function keepWallets(
  rows: AccountsRows,
  accounts: readonly NewInternalAccount[],
  { caller, clock, requestId }: AccountsContext,
): Promise<NewJob[]> {
  const wallets = accounts.filter(({ type }) => type === 'EMBEDDED_WALLET');
  const kept = await rows.wallets.keep(
    wallets.map(({ platformId, id }) => ({ platformId, accountId: id, mnemonic: mnemonicFrom(randomBytes(entropyBytes)) })),
  );
  const jobs = wallets
    .filter(({ id }) => kept.has(id))
    .map(({ id, customerId }): NewJob => {
      const payload = { accountId: id, customerId };
      return { kind: 'make-first-credential', key: id, caller, payload, runAt: clock.now(), requestId };
    });
  await rows.jobs.addMany(jobs);
  return jobs;
}
