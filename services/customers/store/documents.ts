// Documents in the database, without their content, which is in the blob store. Personal data and the keys of blobs are sealed
// under the key of the customer, which reads join.
import { type RawBuilder, sql } from 'kysely';
import { DocumentSide, DocumentType } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { countOf, type Listing, newest, type Stretch } from '../../kit/storage/keyset.ts';
import {
  openPersonalKey,
  type Person,
  type PersonalKey,
  personalKeyColumn,
  personalKeys,
} from '../../kit/storage/personal-keys.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import { type Properties, propertiesOf } from '../../kit/storage/tables.ts';
import type { Document } from '../domain/document.ts';
import { twoWay } from './two-way.ts';
import { DocumentRecord, type DocumentRow } from './verification-records.ts';

export interface DocumentFilter {
  readonly platformId: string;
  /** uuid of a customer or owner. Undefined: all of the platform. */
  readonly holder: { readonly customerId: string } | { readonly ownerId: string } | undefined;
}

export function documentRows(db: Queryable, secrets: Sealing) {
  const found = async (platformId: string, which: RawBuilder<unknown>) => {
    const rows = await db.query(
      sql<KeyedDocumentRow>`select ${columns}, ${keyColumn(platformId)} from document where platform_id = ${platformId} and ${which}`,
    );
    return rows.map((row) => fromRow(row, secrets));
  };
  const keys = personalKeys(db, secrets);

  return {
    find: async (platformId: string, id: string): Promise<Document | undefined> => (await found(platformId, sql`id = ${id}`))[0],
    /** False if a document with this id exists. Requires the lock of the customer. */
    insert: async (document: Document): Promise<boolean> => {
      const row = toRow(document, await keys.of(document));
      if (await db.em.findOne(DocumentRecord, keyOf(document))) return false;
      db.em.create(DocumentRecord, row);
      return true;
    },
    update: async (document: Document): Promise<void> => {
      const row = toRow(document, await keys.of(document));
      Object.assign(await db.em.findOneOrFail(DocumentRecord, keyOf(document)), row);
    },
    remove: async (document: DocumentKey): Promise<void> => {
      await db.em.nativeDelete(DocumentRecord, keyOf(document));
    },
    removeAll: async ({ platformId, customerId }: Person): Promise<void> => {
      await db.em.nativeDelete(DocumentRecord, { platformId, customerId });
    },
    /** Whether the document uses this blob. */
    isBlobUsed: async (document: DocumentKey, blobKey: string): Promise<boolean> => {
      const row = await db.em.findOne(DocumentRecord, keyOf(document));
      return row?.blobKeys.includes(blobKey) ?? false;
    },
    /** Documents of the customer and its owners, in order of creation. */
    ofCustomer: ({ platformId, customerId }: Person) =>
      found(platformId, sql`customer_id = ${customerId} order by created_at, id`),
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
  return { entity: DocumentRecord, column: keyColumn(platformId), conditions };
}

type DocumentKey = Pick<Document, 'platformId' | 'id'>;
type KeyedDocumentRow = DocumentRow & { readonly personal_key: Buffer | null };

/** The sealed part of a document, as JSON. */
interface Details {
  readonly documentNumber?: string;
  readonly issuingAuthority?: string;
  readonly fileName: string;
  readonly uploadId?: string;
  /** Size of each blob, and its key in base64. */
  readonly parts: readonly { readonly bytes: number; readonly seal: string }[];
}

const columns = propertiesOf(DocumentRecord);
const keyColumn = (platformId: string) => personalKeyColumn('document', 'customer_id', platformId);
const keyOf = ({ platformId, id }: DocumentKey) => ({ platformId, id });
const placeOf = (id: string): Place => ({ purpose: 'customers.document', row: id });
const types = twoWay(DocumentType);
const sides = twoWay(DocumentSide);

function toRow(document: Document, key: PersonalKey): Properties<typeof DocumentRecord> {
  const { documentNumber, issuingAuthority, fileName, side, parts, uploadId, ...same } = document;
  const details: Details = {
    ...(documentNumber !== undefined && { documentNumber }),
    ...(issuingAuthority !== undefined && { issuingAuthority }),
    fileName,
    ...(uploadId !== undefined && { uploadId }),
    parts: parts.map(({ bytes, blob }) => ({ bytes, seal: blob.seal.toString('base64') })),
  };
  return {
    ...same,
    ownerId: document.ownerId ?? null,
    documentType: types.write(document.documentType),
    side: side === undefined ? null : sides.write(side),
    details: key.seal(JSON.stringify(details), placeOf(document.id)),
    blobKeys: parts.map(({ blob }) => blob.key),
  };
}

function fromRow({ personal_key: key, details, blobKeys, ...row }: KeyedDocumentRow, secrets: Sealing): Document {
  if (!key) throw new Error(`The key of customer ${row.customerId} is gone, but its document ${row.id} is not.`);
  const plain = openPersonalKey(key, row.customerId, secrets).open(details, placeOf(row.id));
  const { documentNumber, issuingAuthority, fileName, uploadId, parts } = JSON.parse(plain.toString()) as Details;
  return {
    ...row,
    ownerId: row.ownerId ?? undefined,
    documentType: types.read(row.documentType),
    side: row.side ? sides.read(row.side) : undefined,
    documentNumber,
    issuingAuthority,
    fileName,
    uploadId,
    parts: toParts(row.id, blobKeys, parts),
  };
}

function toParts(id: string, keys: readonly string[], parts: Details['parts']): Document['parts'] {
  const [first, ...others] = parts.map(({ bytes, seal }, index) => ({
    bytes,
    blob: { key: keys[index] ?? '', seal: Buffer.from(seal, 'base64') },
  }));
  if (!first) throw new Error(`The document ${id} has no bytes.`);
  return [first, ...others];
}
