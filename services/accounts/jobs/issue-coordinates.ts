// Requests coordinates from the operator's rail: for active accounts, and for those that existed before the rail was configured.
import type { JobHandler } from '../../kit/service/service.ts';
import type { AccountsContext } from '../context.ts';
import { issueCoordinates, issuingJob } from '../steps/issue-coordinates.ts';
import type { UnissuedAccount } from '../store/internal-account-lists.ts';

export const handleIssueCoordinates: JobHandler<AccountsContext> = ({ key }, context) => issueCoordinates(key, context);

const pageSize = 500;

/** Adds a job for each account without coordinates, unless it has one. */
export async function issueMissingCoordinates({ store, clock, requestId, isRailConnected }: AccountsContext): Promise<void> {
  if (!isRailConnected) return;
  for (let after: UnissuedAccount | undefined; ; ) {
    const page = await store.internalAccounts.withoutCoordinates(after, pageSize);
    const jobs = page.map(({ id, platformId }) => {
      const caller = { platformId, environment: 'production', clockOffsetMs: 0 } as const;
      return issuingJob({ id, caller, runAt: clock.now(), requestId });
    });
    await store.write((rows) => rows.jobs.addMany(jobs));
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}
