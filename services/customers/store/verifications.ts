// Verifications in the database. A customer has at most one open verification.
import { fromJson, type JsonObject, toJson } from '@bufbuild/protobuf';
import { type RawBuilder, sql } from 'kysely';
import { VerificationErrorSchema, VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { countOf, type Listing, newest, type Stretch } from '../../kit/storage/keyset.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import type { Properties } from '../../kit/storage/tables.ts';
import { toVerificationError } from '../convert.ts';
import type { Verification } from '../domain/verification.ts';
import { twoWay } from './two-way.ts';
import { VerificationRecord, type VerificationRow } from './verification-records.ts';

/** Undefined fields do not filter. */
export interface VerificationFilter {
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string | undefined;
  readonly status: VerificationStatus | undefined;
}

export function verificationRows(db: Queryable) {
  const one = async (found: Promise<VerificationRow | null>) => {
    const row = await found;
    return row ? fromRow(row) : undefined;
  };

  return {
    find: (platformId: string, id: string) => one(db.em.findOne(VerificationRecord, { platformId, id })),
    /** The open verification. */
    openOf: ({ platformId, customerId }: Person) =>
      one(
        db.em.findOne(VerificationRecord, { platformId, customerId, status: { $in: ['IN_PROGRESS', 'PENDING_MANUAL_REVIEW'] } }),
      ),
    /** In order of creation. */
    ofCustomer: async ({ platformId, customerId }: Person): Promise<Verification[]> => {
      const rows = await db.em.find(VerificationRecord, { platformId, customerId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
      return rows.map(fromRow);
    },
    newestOf: ({ platformId, customerId }: Person) =>
      one(db.em.findOne(VerificationRecord, { platformId, customerId }, { orderBy: { createdAt: 'desc', id: 'desc' } })),
    /** Ignores an existing one. Requires the lock of the customer. */
    insert: async (verification: Verification): Promise<void> => {
      if (await db.em.findOne(VerificationRecord, keyOf(verification))) return;
      db.em.create(VerificationRecord, toRow(verification));
    },
    update: async (verification: Verification): Promise<void> => {
      Object.assign(await db.em.findOneOrFail(VerificationRecord, keyOf(verification)), toRow(verification));
    },
    /** Whether the document belongs to a submission that counts. */
    isSubmitted: async ({ platformId, customerId }: Person, documentId: string): Promise<boolean> => {
      const found = await db.query(sql`
        select from verification
        where platform_id = ${platformId} and customer_id = ${customerId}
          and status <> 'RESOLVE_ERRORS' and ${documentId}::uuid = any(document_ids) limit 1`);
      return found.length > 0;
    },
    page: async (filter: VerificationFilter, stretch: Stretch): Promise<Verification[]> => {
      const rows = await newest<VerificationRow>(db, listingOf(filter), stretch);
      return rows.map(fromRow);
    },
    count: (filter: VerificationFilter) => countOf(db, listingOf(filter)),
  };
}

function listingOf({ platformId, customerId, status }: VerificationFilter): Listing {
  const conditions: RawBuilder<unknown>[] = [sql`platform_id = ${platformId}`];
  if (customerId !== undefined) conditions.push(sql`customer_id = ${customerId}`);
  if (status !== undefined) conditions.push(sql`status = ${statuses.write(status)}`);
  return { entity: VerificationRecord, conditions };
}

const keyOf = ({ platformId, id }: Verification) => ({ platformId, id });
const statuses = twoWay(VerificationStatus);

function toRow({ status, errors, documentIds, ...same }: Verification): Properties<typeof VerificationRecord> {
  return {
    ...same,
    status: statuses.write(status),
    errors: errors.map((error) => toJson(VerificationErrorSchema, toVerificationError(error)) as JsonObject), // the JSON of a message is an object
    documentIds: [...documentIds],
  };
}

function fromRow({
  platformId,
  id,
  customerId,
  status,
  errors,
  documentIds,
  createdAt,
  updatedAt,
}: VerificationRow): Verification {
  return {
    id,
    platformId,
    customerId,
    status: statuses.read(status),
    errors: errors.map((error) => fromJson(VerificationErrorSchema, error)),
    documentIds,
    createdAt,
    updatedAt,
  };
}
