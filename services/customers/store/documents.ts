// Documents in the database: all but their bytes, which lie in the blob store. What identifies a person, and the key of the bytes, is sealed
// under the key of the customer.
import { type RawBuilder, sql } from 'kysely';
import { DocumentSide, DocumentType } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { openPersonalKey, type PersonalKey, personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import type { Document } from '../domain/document.ts';
import { countOf, insertion, type Listing, newest, type Stretch } from './keyset.ts';
import { twoWay } from './two-way.ts';

export interface DocumentFilter {
  readonly platformId: string;
  /** uuid of a customer, or of an owner. Undefined: all of the platform. */
  readonly holder: { readonly customerId: string } | { readonly ownerId: string } | undefined;
}

export function documentRows(db: Queryable, secrets: Sealing) {
  const all = async (statement: RawBuilder<KeyedDocumentRow>) => (await db.query(statement)).map((row) => fromRow(row, secrets));
  const keys = personalKeys(db, secrets);

  return {
    find: async (platformId: string, id: string): Promise<Document | undefined> => {
      const [document] = await all(sql`select *, ${keyColumn} from document where platform_id = ${platformId} and id = ${id}`);
      return document;
    },
    /** False when a document with this id was made before. */
    insert: async (document: Document): Promise<boolean> => {
      const inserted = await db.query(insertion('document', toRow(document, await keys.of(document))));
      return inserted.length > 0;
    },
    update: async (document: Document): Promise<void> => {
      const changes = Object.entries(toRow(document, await keys.of(document))).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value}`,
      );
      await db.query(sql`update document set ${sql.join(changes)} where id = ${document.id}`);
    },
    remove: async (id: string): Promise<void> => {
      await db.query(sql`delete from document where id = ${id}`);
    },
    removeAll: async (customerId: string): Promise<void> => {
      await db.query(sql`delete from document where customer_id = ${customerId}`);
    },
    /** Whether the document has bytes there. */
    isBlobUsed: async ({ platformId, id }: Pick<Document, 'platformId' | 'id'>, blobKey: string): Promise<boolean> => {
      const users = await db.query(sql`
        select from document where platform_id = ${platformId} and id = ${id} and ${blobKey} = any(blob_keys)`);
      return users.length > 0;
    },
    /** Of the customer and of its owners, in the order in which they came. */
    ofCustomer: (customerId: string) =>
      all(sql`select *, ${keyColumn} from document where customer_id = ${customerId} order by created_at, id`),
    page: async (filter: DocumentFilter, stretch: Stretch): Promise<Document[]> => {
      const rows = await newest<KeyedDocumentRow>(db, listingOf(filter), stretch);
      return rows.map((row) => fromRow(row, secrets));
    },
    count: (filter: DocumentFilter) => countOf(db, listingOf(filter)),
  };
}

function listingOf({ platformId, holder }: DocumentFilter): Listing {
  const conditions: RawBuilder<unknown>[] = [sql`platform_id = ${platformId}`];
  if (holder && 'customerId' in holder) conditions.push(sql`customer_id = ${holder.customerId}`, sql`owner_id is null`);
  if (holder && 'ownerId' in holder) conditions.push(sql`owner_id = ${holder.ownerId}`);
  return { table: 'document', column: keyColumn, conditions };
}

interface DocumentRow {
  id: string;
  platform_id: string;
  customer_id: string;
  owner_id: string | null;
  document_type: string;
  side: string | null;
  country: string;
  details: Buffer;
  blob_keys: string[];
  created_at: Date;
  updated_at: Date;
}

interface KeyedDocumentRow extends DocumentRow {
  personal_key: Buffer | null;
}

/** What is sealed of a document, as JSON. */
interface Details {
  readonly documentNumber?: string;
  readonly issuingAuthority?: string;
  readonly fileName: string;
  readonly uploadId?: string;
  /** Of each blob how many bytes it contains, and its key in base64. */
  readonly parts: readonly { readonly bytes: number; readonly seal: string }[];
}

const keyColumn = personalKeyColumn('document', 'customer_id');
const placeOf = (id: string): Place => ({ purpose: 'customers.document', row: id });
const types = twoWay<DocumentType>(DocumentType);
const sides = twoWay<DocumentSide>(DocumentSide);

function toRow(document: Document, key: PersonalKey): DocumentRow {
  const { documentNumber, issuingAuthority, fileName, side, parts, uploadId } = document;
  const details: Details = {
    ...(documentNumber !== undefined && { documentNumber }),
    ...(issuingAuthority !== undefined && { issuingAuthority }),
    fileName,
    ...(uploadId !== undefined && { uploadId }),
    parts: parts.map(({ bytes, blob }) => ({ bytes, seal: blob.seal.toString('base64') })),
  };
  return {
    id: document.id,
    platform_id: document.platformId,
    customer_id: document.customerId,
    owner_id: document.ownerId ?? null,
    document_type: types.write(document.documentType),
    side: side === undefined ? null : sides.write(side),
    country: document.country,
    details: key.seal(JSON.stringify(details), placeOf(document.id)),
    blob_keys: parts.map(({ blob }) => blob.key),
    created_at: document.createdAt,
    updated_at: document.updatedAt,
  };
}

function fromRow(row: KeyedDocumentRow, secrets: Sealing): Document {
  if (!row.personal_key) throw new Error(`The key of customer ${row.customer_id} is gone, but its document ${row.id} is not.`);
  const plain = openPersonalKey(row.personal_key, row.customer_id, secrets).open(row.details, placeOf(row.id));
  const { documentNumber, issuingAuthority, fileName, uploadId, parts } = JSON.parse(plain.toString()) as Details;
  return {
    id: row.id,
    platformId: row.platform_id,
    customerId: row.customer_id,
    ownerId: row.owner_id ?? undefined,
    documentType: types.read(row.document_type),
    side: row.side === null ? undefined : sides.read(row.side),
    country: row.country,
    documentNumber,
    issuingAuthority,
    fileName,
    uploadId,
    parts: toParts(row, parts),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toParts({ id, blob_keys: keys }: DocumentRow, parts: Details['parts']): Document['parts'] {
  const [first, ...others] = parts.map(({ bytes, seal }, index) => ({
    bytes,
    blob: { key: keys[index] ?? '', seal: Buffer.from(seal, 'base64') },
  }));
  if (!first) throw new Error(`The document ${id} has no bytes.`);
  return [first, ...others];
}
