// Adds currencies to the customers that follow their platform, in batches, each adding the job for the next one.
import type { Job } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';
import { enableCurrenciesJob, openAccountsJob, textsIn } from '../steps/account-jobs.ts';

/** Customers per transaction. */
const stretchSize = 500;

export async function enableCurrencies(job: Job, context: CustomersContext): Promise<void> {
  const { store, caller, clock } = context;
  const currencies = textsIn(job.payload.currencies);
  const after = String(job.payload.after);
  await store.write(async (rows) => {
    const stretch = { platformId: caller.platformId, after, limit: stretchSize };
    const ids = await rows.followers.enable(stretch, currencies, clock.now());
    const last = ids.at(-1);
    if (last === undefined) return;
    const followers = ids.map((id) => ({ id }));
    await rows.jobs.add(openAccountsJob(context, followers, currencies.join(' ')));
    if (ids.length === stretchSize) await rows.jobs.add(enableCurrenciesJob(context, currencies, last));
  });
}
