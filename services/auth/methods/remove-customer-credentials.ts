// RemoveCustomerCredentials: removes the credentials of a deleted customer and revokes their sessions.
import type { CredentialDirectoryService } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import type { AuthMethod } from '../context.ts';
import { uuidIn } from '../steps/credential-in.ts';

type RemoveCustomerCredentials = AuthMethod<typeof CredentialDirectoryService.method.removeCustomerCredentials>;

export const removeCustomerCredentials: RemoveCustomerCredentials = async ({ customerId }, { caller, clock, store }) => {
  const customer = uuidIn('Customer', customerId);
  const now = clock.now();
  await store.write(async (rows) => {
    const { platformId } = caller;
    const wallets = new Set((await rows.credentials.ofCustomer(platformId, customer)).map(({ accountId }) => accountId));
    for (const accountId of [...wallets].toSorted()) await rows.credentials.lockAccount(accountId);
    const credentials = await rows.credentials.ofCustomer(platformId, customer);
    const ids = credentials.map(({ id }) => id);
    const accountIds = credentials.map(({ accountId }) => accountId);
    await rows.sessions.revokeOf(platformId, ids, now);
    await rows.requests.cancelOf(platformId, accountIds, now);
    await rows.delegatedKeys.revokeOfAccounts(platformId, accountIds, now);
    await rows.credentials.removeAll(platformId, ids);
    await rows.scaCustomers.remove({ platformId, customerId: customer });
  });
  return {};
};
