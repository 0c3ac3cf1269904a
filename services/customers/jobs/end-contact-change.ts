// Ends contact changes: cancels those that were not applied, and updates the credentials for those that were.
import type { Job } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';

/** Ignores a change that was applied in the meantime. The cancellation is repeated with the job, so that the credentials are released. */
export async function cancelContactChange({ payload }: Job, { store, clients, caller }: CustomersContext): Promise<void> {
  const changeId = String(payload.changeId);
  const change = { platformId: caller.platformId, id: changeId };
  const end = await store.write((rows) => rows.contactChanges.end(change, 'CANCELLED'));
  if (end === 'CANCELLED') await clients.credentials.cancelContactChange({ changeId });
}

export async function commitContactChange({ payload }: Job, { clients }: CustomersContext): Promise<void> {
  await clients.credentials.commitContactChange({ changeId: String(payload.changeId) });
}
