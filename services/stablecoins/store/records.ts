// The tables of this service.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { AccountStatus, Provider } from '../domain/provider-account.ts';

/** Links to accounts at providers. At most one per account is not REVOKED. */
export const ProviderAccountRecord = defineEntity({
  name: 'ProviderAccount',
  tableName: 'provider_account',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    provider: p.text().$type<Provider>(),
    /** The provider's own id. */
    providerAccountId: p.text(),
    status: p.text().$type<AccountStatus>(),
    /** `apiClientId` and `apiClientSecret` as JSON, sealed. */
    credentials: p.blob().$type<Buffer>(),
    /** The call that linked the account last. */
    linkedBy: p.uuid(),
    verifiedAt: p.datetime(3),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'provider', 'providerAccountId'] }], // of those that are not REVOKED
});

export type ProviderAccountRow = InferEntity<typeof ProviderAccountRecord>;
