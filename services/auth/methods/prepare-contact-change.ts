// PrepareContactChange: reserves the new contact, so that the commit cannot be refused.
import type { CredentialDirectoryService } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import type { AuthMethod } from '../context.ts';
import { contactTaken, setChanged, tiedTo, wantedContact } from '../steps/contact-change.ts';

type PrepareContactChange = AuthMethod<typeof CredentialDirectoryService.method.prepareContactChange>;

export const prepareContactChange: PrepareContactChange = async (request, context) => {
  const { caller, clock, store } = context;
  const { changeId, credentialIds } = request;
  const wanted = wantedContact(request, context);

  await store.write(async (rows) => {
    if (await rows.contactChanges.lock(caller.platformId, changeId)) return;
    const tied = await tiedTo(wanted, rows.credentials);
    const isSame = tied.length === new Set(credentialIds).size && tied.every(({ id }) => credentialIds.includes(id));
    if (!isSame) throw setChanged(wanted.type);
    const isReserved = await rows.contactChanges.insert({ ...wanted, id: changeId, state: 'PREPARED', createdAt: clock.now() });
    if (!isReserved) throw contactTaken(wanted.type);
  });
  return {};
};
