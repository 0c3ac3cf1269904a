// CancelContactChange: cancels a prepared change and releases its contact.
import type { CredentialDirectoryService } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import type { AuthMethod } from '../context.ts';

type CancelContactChange = AuthMethod<typeof CredentialDirectoryService.method.cancelContactChange>;

export const cancelContactChange: CancelContactChange = async ({ changeId }, { caller, store }) => {
  await store.write(async (rows) => {
    const change = await rows.contactChanges.lock(caller.platformId, changeId);
    if (change) await rows.contactChanges.end(change, 'CANCELLED');
  });
  return {};
};
