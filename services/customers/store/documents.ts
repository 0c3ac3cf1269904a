// Documents in the database: all but their bytes, which lie in the blob store. Numbers and keys are sealed.
import { type RawBuilder, sql } from 'kysely';
import { DocumentSide, DocumentType } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { Queryable } from '../../kit/database.ts';
import type { Place, Secrets } from '../../kit/secrets.ts';
import type { Document } from '../domain/document.ts';
import { countOf, insertion, type Listing, newest, type Stretch } from './keyset.ts';
import { twoWay } from './two-way.ts';

export interface DocumentFilter {
  readonly platformId: string;
  /** uuid of a customer, or of an owner. Undefined: all of the platform. */
  readonly holder: { readonly customerId: string } | { readonly ownerId: string } | undefined;
}

export function documentRows(db: Queryable, secrets: Secrets) {
  const all = async (statement: RawBuilder<DocumentRow>) => (await db.query(statement)).map((row) => fromRow(row, secrets));

  return {
    find: async (platformId: string, id: string): Promise<Document | undefined> => {
      const [document] = await all(sql`select * from document where platform_id = ${platformId} and id = ${id}`);
      return document;
    },
    /** False when a document with this id was made before. */
    insert: async (document: Document): Promise<boolean> => {
      const inserted = await db.query(insertion('document', toRow(document, secrets)));
      return inserted.length > 0;
    },
    update: async (document: Document): Promise<void> => {
      const changes = Object.entries(toRow(document, secrets)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
      await db.query(sql`update document set ${sql.join(changes)} where id = ${document.id}`);
    },
    remove: async (id: string): Promise<void> => {
      await db.query(sql`delete from document where id = ${id}`);
    },
    /** Whether some document still has its bytes there. */
    isBlobUsed: async (blobKey: string): Promise<boolean> => {
      const users = await db.query(sql`select from document where blob_key = ${blobKey}`);
      return users.length > 0;
    },
    /** Of the customer and of its owners, in the order in which they came. */
    ofCustomer: (customerId: string) =>
      all(sql`select * from document where customer_id = ${customerId} order by created_at, id`),
    page: async (filter: DocumentFilter, stretch: Stretch): Promise<Document[]> => {
      const rows = await newest<DocumentRow>(db, listingOf(filter), stretch);
      return rows.map((row) => fromRow(row, secrets));
    },
    count: (filter: DocumentFilter) => countOf(db, listingOf(filter)),
  };
}

function listingOf({ platformId, holder }: DocumentFilter): Listing {
  const conditions: RawBuilder<unknown>[] = [sql`platform_id = ${platformId}`];
  if (holder && 'customerId' in holder) conditions.push(sql`customer_id = ${holder.customerId}`, sql`owner_id is null`);
  if (holder && 'ownerId' in holder) conditions.push(sql`owner_id = ${holder.ownerId}`);
  return { table: 'document', conditions };
}

interface DocumentRow {
  id: string;
  platform_id: string;
  customer_id: string;
  owner_id: string | null;
  document_type: string;
  side: string | null;
  country: string;
  document_number: Buffer | null;
  issuing_authority: string | null;
  file_name: string;
  blob_key: string;
  blob_seal: Buffer;
  created_at: Date;
  updated_at: Date;
}

const numberPlace = (id: string): Place => ({ purpose: 'customers.document-number', row: id });
const blobPlace = (id: string): Place => ({ purpose: 'customers.document-blob', row: id });
const types = twoWay<DocumentType>(DocumentType);
const sides = twoWay<DocumentSide>(DocumentSide);

function toRow(document: Document, secrets: Secrets): DocumentRow {
  const { documentNumber, side, blob } = document;
  return {
    id: document.id,
    platform_id: document.platformId,
    customer_id: document.customerId,
    owner_id: document.ownerId ?? null,
    document_type: types.write(document.documentType),
    side: side === undefined ? null : sides.write(side),
    country: document.country,
    document_number: documentNumber === undefined ? null : secrets.seal(documentNumber, numberPlace(document.id)),
    issuing_authority: document.issuingAuthority ?? null,
    file_name: document.fileName,
    blob_key: blob.key,
    blob_seal: secrets.seal(blob.seal, blobPlace(document.id)),
    created_at: document.createdAt,
    updated_at: document.updatedAt,
  };
}

function fromRow(row: DocumentRow, secrets: Secrets): Document {
  return {
    id: row.id,
    platformId: row.platform_id,
    customerId: row.customer_id,
    ownerId: row.owner_id ?? undefined,
    documentType: types.read(row.document_type),
    side: row.side === null ? undefined : sides.read(row.side),
    country: row.country,
    documentNumber: row.document_number === null ? undefined : secrets.open(row.document_number, numberPlace(row.id)).toString(),
    issuingAuthority: row.issuing_authority ?? undefined,
    fileName: row.file_name,
    blob: { key: row.blob_key, seal: secrets.open(row.blob_seal, blobPlace(row.id)) },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
