// RemoveCustomerCredentials: a deleted customer can prove nothing any more.
import type { CredentialDirectoryService } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import type { AuthMethod } from '../context.ts';
import { uuidIn } from '../steps/credential-in.ts';

type RemoveCustomerCredentials = AuthMethod<typeof CredentialDirectoryService.method.removeCustomerCredentials>;

export const removeCustomerCredentials: RemoveCustomerCredentials = async ({ customerId }, { caller, store }) => {
  const customer = uuidIn('Customer', customerId);
  await store.write(async (rows) => {
    for (const { id } of await rows.credentials.ofCustomer(caller.platformId, customer)) await rows.credentials.remove(id);
  });
  return {};
};
