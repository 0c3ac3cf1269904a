// Verifications in the database. Of one customer one is open at most.
import { fromJson, type JsonValue, toJson } from '@bufbuild/protobuf';
import { type RawBuilder, sql } from 'kysely';
import { VerificationErrorSchema, VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { toVerificationError } from '../convert.ts';
import type { Verification } from '../domain/verification.ts';
import { countOf, insertion, type Listing, newest, type Stretch } from './keyset.ts';
import { twoWay } from './two-way.ts';

/** What is undefined filters nothing. */
export interface VerificationFilter {
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string | undefined;
  readonly status: VerificationStatus | undefined;
}

export function verificationRows(db: Queryable) {
  const one = async (statement: RawBuilder<VerificationRow>) => {
    const [row] = await db.query(statement);
    return row && fromRow(row);
  };

  return {
    find: (platformId: string, id: string) =>
      one(sql`select * from verification where platform_id = ${platformId} and id = ${id}`),
    /** The one that waits for a decision. */
    openOf: (customerId: string) =>
      one(
        sql`select * from verification where customer_id = ${customerId} and status in ('IN_PROGRESS', 'PENDING_MANUAL_REVIEW')`,
      ),
    /** In the order in which they were made. */
    ofCustomer: async (customerId: string): Promise<Verification[]> => {
      const rows = await db.query(
        sql<VerificationRow>`select * from verification where customer_id = ${customerId} order by created_at, id`,
      );
      return rows.map(fromRow);
    },
    newestOf: (customerId: string) =>
      one(sql`select * from verification where customer_id = ${customerId} order by created_at desc, id desc limit 1`),
    insert: async (verification: Verification): Promise<void> => {
      await db.query(insertion('verification', toRow(verification)));
    },
    update: async (verification: Verification): Promise<void> => {
      const { status, errors, updated_at } = toRow(verification);
      await db.query(
        sql`update verification set status = ${status}, errors = ${errors}, updated_at = ${updated_at} where id = ${verification.id}`,
      );
    },
    /** Whether a submission that counts was made with the document. */
    isSubmitted: async (customerId: string, documentId: string): Promise<boolean> => {
      const found = await db.query(sql`
        select from verification
        where customer_id = ${customerId} and status <> 'RESOLVE_ERRORS' and ${documentId}::uuid = any(document_ids) limit 1`);
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
  return { table: 'verification', conditions };
}

interface VerificationRow {
  id: string;
  platform_id: string;
  customer_id: string;
  status: string;
  errors: JsonValue;
  document_ids: string[];
  created_at: Date;
  updated_at: Date;
}

const statuses = twoWay<VerificationStatus>(VerificationStatus);

function toRow(verification: Verification): VerificationRow {
  return {
    id: verification.id,
    platform_id: verification.platformId,
    customer_id: verification.customerId,
    status: statuses.write(verification.status),
    errors: JSON.stringify(verification.errors.map((error) => toJson(VerificationErrorSchema, toVerificationError(error)))), // a list would become an array
    document_ids: [...verification.documentIds],
    created_at: verification.createdAt,
    updated_at: verification.updatedAt,
  };
}

function fromRow(row: VerificationRow): Verification {
  const errors = Array.isArray(row.errors) ? row.errors : [];
  return {
    id: row.id,
    platformId: row.platform_id,
    customerId: row.customer_id,
    status: statuses.read(row.status),
    errors: errors.map((error) => fromJson(VerificationErrorSchema, error)),
    documentIds: row.document_ids,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
