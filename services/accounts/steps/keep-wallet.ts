// The wallet behind an account that is being opened: its words, and the job that makes its first credential.
import { randomBytes } from 'node:crypto';
import type { NewJob } from '../../kit/jobs.ts';
import type { AccountsContext } from '../context.ts';
import { entropyBytes, mnemonicFrom } from '../domain/wallet/mnemonic.ts';
import type { NewInternalAccount } from '../store/internal-accounts.ts';
import type { AccountsRows } from '../store/store.ts';

/** The job that was left behind; undefined where the customer had a wallet already. */
export async function keepWallet(
  rows: AccountsRows,
  { id, customerId }: NewInternalAccount,
  { caller, clock, requestId }: AccountsContext,
): Promise<NewJob | undefined> {
  const isNew = await rows.wallets.keep({ accountId: id, mnemonic: mnemonicFrom(randomBytes(entropyBytes)) });
  if (!isNew) return undefined;
  const payload = { accountId: id, customerId };
  const job: NewJob = { kind: 'make-first-credential', key: id, caller, payload, runAt: clock.now(), requestId };
  await rows.jobs.add(job);
  return job;
}
