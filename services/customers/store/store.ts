// The store of this service.

import { jobRows } from '../../kit/background/jobs.ts';
import { outboxRows } from '../../kit/background/outbox.ts';
import type { Database, Queryable } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { openStore, type Store } from '../../kit/storage/store.ts';
import { ownerRows } from './beneficial-owners.ts';
import { contactChangeRows } from './contact-changes.ts';
import { contactCodeRows } from './contact-codes.ts';
import { customerImportRows } from './customer-imports.ts';
import { customerRows } from './customers.ts';
import { documentRows } from './documents.ts';
import { followerRows } from './followers.ts';
import { kycLinkRows } from './kyc-links.ts';
import { umaAddressRows } from './uma-addresses.ts';
import { uploadPartRows } from './upload-parts.ts';
import { verificationRows } from './verifications.ts';

export type CustomersStore = Store<CustomersRows>;

export type CustomersRows = ReturnType<ReturnType<typeof rowsWith>>;

export function openCustomersStore(database: Database, secrets: Sealing): CustomersStore {
  return openStore(database, rowsWith(secrets));
}

const rowsWith = (secrets: Sealing) => (db: Queryable) => ({
  customers: customerRows(db, secrets),
  umaAddresses: umaAddressRows(db),
  contactChanges: contactChangeRows(db),
  contactCodes: contactCodeRows(db, secrets),
  followers: followerRows(db),
  owners: ownerRows(db, secrets),
  documents: documentRows(db, secrets),
  verifications: verificationRows(db),
  kycLinks: kycLinkRows(db),
  customerImports: customerImportRows(db),
  uploadParts: uploadPartRows(db, secrets),
  jobs: jobRows(db),
  outbox: outboxRows(db, secrets),
});
