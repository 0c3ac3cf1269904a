// Parts of uploaded files in the database: where their bytes lie. The keys that they are sealed with are sealed themselves.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import type { SealedPart } from '../domain/document.ts';

export interface UploadPart extends SealedPart {
  /** uuid. */
  readonly uploadId: string;
  readonly platformId: string;
  /** From 0. */
  readonly number: number;
  /** Its bytes are in the blob store, whole. */
  readonly isStored: boolean;
}

export function uploadPartRows(db: Queryable, secrets: Sealing) {
  return {
    /** False when a part with this number was kept before. */
    insert: async ({ uploadId, platformId, number, bytes, blob }: Omit<UploadPart, 'isStored'>): Promise<boolean> => {
      const inserted = await db.query(sql`
        insert into upload_part (upload_id, number, platform_id, bytes, blob_key, blob_seal)
        values (${uploadId}, ${number}, ${platformId}, ${bytes}, ${blob.key}, ${secrets.seal(blob.seal, placeOf({ uploadId, number }))})
        on conflict (upload_id, number) do nothing returning number`);
      return inserted.length > 0;
    },
    markStored: async ({
      platformId,
      uploadId,
      number,
    }: Pick<UploadPart, 'platformId' | 'uploadId' | 'number'>): Promise<void> => {
      await db.query(sql`
        update upload_part set is_stored = true
        where platform_id = ${platformId} and upload_id = ${uploadId} and number = ${number}`);
    },
    /** In their order. */
    of: async (platformId: string, uploadId: string): Promise<UploadPart[]> => {
      const rows = await db.query(sql<UploadPartRow>`
        select * from upload_part where platform_id = ${platformId} and upload_id = ${uploadId} order by number`);
      return rows.map((row) => fromRow(row, secrets));
    },
    /** Takes them for good, in their order: of several takers one gets them. Their bytes are now the taker's matter. */
    take: async (platformId: string, uploadId: string): Promise<UploadPart[]> => {
      const rows = await db.query(sql<UploadPartRow>`
        delete from upload_part where platform_id = ${platformId} and upload_id = ${uploadId} returning *`);
      return rows.map((row) => fromRow(row, secrets)).sort((one, other) => one.number - other.number);
    },
  };
}

function placeOf({ uploadId, number }: Pick<UploadPart, 'uploadId' | 'number'>): Place {
  return { purpose: 'customers.upload-part', row: `${uploadId} ${number}` };
}

interface UploadPartRow {
  upload_id: string;
  platform_id: string;
  number: number;
  bytes: number;
  blob_key: string;
  blob_seal: Buffer;
  is_stored: boolean;
}

function fromRow(row: UploadPartRow, secrets: Sealing): UploadPart {
  return {
    uploadId: row.upload_id,
    platformId: row.platform_id,
    number: row.number,
    bytes: row.bytes,
    isStored: row.is_stored,
    blob: { key: row.blob_key, seal: secrets.open(row.blob_seal, placeOf({ uploadId: row.upload_id, number: row.number })) },
  };
}

export const sealedParts: SealedColumn = {
  table: 'upload_part',
  column: 'blob_seal',
  key: { upload_id: 'uuid', number: 'int' },
  place: ({ upload_id: uploadId = '', number }) => placeOf({ uploadId, number: Number(number) }),
};
