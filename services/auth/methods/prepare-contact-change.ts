// PrepareContactChange: reserves the new contact, so that the commit cannot be refused.
import type { CredentialDirectoryService } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import type { AuthMethod } from '../context.ts';
import { contactInUse, newContactOf, setChanged, tiedTo } from '../steps/contact-change.ts';

type PrepareContactChange = AuthMethod<typeof CredentialDirectoryService.method.prepareContactChange>;

export const prepareContactChange: PrepareContactChange = async (request, context) => {
  const { caller, clock, store } = context;
  const { changeId, credentialIds } = request;
  const change = newContactOf(request, context);

  await store.write(async (rows) => {
    if (await rows.contactChanges.lock(caller.platformId, changeId)) return;
    const tied = await tiedTo(change, rows.credentials);
    const isSame = tied.length === new Set(credentialIds).size && tied.every(({ id }) => credentialIds.includes(id));
    if (!isSame) throw setChanged(change.type);
    const isReserved = await rows.contactChanges.insert({ ...change, id: changeId, state: 'PREPARED', createdAt: clock.now() });
    if (!isReserved) throw contactInUse(change.type);
  });
  return {};
};
