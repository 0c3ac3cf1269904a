// Parts of uploaded files in the database: their blobs. The keys of the blobs are sealed.
import type { Queryable } from '../../kit/storage/database.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, type Row, tablesOf } from '../../kit/storage/tables.ts';
import type { SealedPart } from '../domain/document.ts';
import { UploadPartRecord } from './import-records.ts';

/** A file uploaded in parts. */
export interface Upload {
  readonly platformId: string;
  /** uuid. */
  readonly uploadId: string;
}

export interface UploadPart extends Upload, SealedPart {
  /** Starting at 0. */
  readonly number: number;
  /** Its content is stored completely in the blob store. */
  readonly isStored: boolean;
}

type PartKey = Pick<UploadPart, 'platformId' | 'uploadId' | 'number'>;

export function uploadPartRows(db: Queryable, secrets: Sealing) {
  return {
    /** False if a part with this number exists. */
    insert: async (part: UploadPart): Promise<boolean> => {
      const insert = insertInto(UploadPartRecord, [toRow(part, secrets)]);
      const inserted = await db.query(insert.onConflict((conflict) => conflict.columns(partKey).doNothing()).returning('number'));
      return inserted.length > 0;
    },
    markStored: async (part: PartKey): Promise<void> => {
      const stored = tables.updateTable('upload_part').set({ is_stored: true });
      await db.query(stored.where(({ and }) => and({ ...keyOf(part), number: part.number })));
    },
    /** In order. */
    of: async (upload: Upload): Promise<UploadPart[]> => {
      const parts = tables.selectFrom('upload_part').selectAll();
      const rows = await db.query(parts.where(({ and }) => and(keyOf(upload))).orderBy('number'));
      return rows.map((row) => fromRow(row, secrets));
    },
    /** Removes and returns them, in order; of concurrent callers one gets them. The caller then owns the blobs. */
    take: async (upload: Upload): Promise<UploadPart[]> => {
      const taken = tables.deleteFrom('upload_part').where(({ and }) => and(keyOf(upload)));
      const rows = await db.query(taken.returningAll());
      return rows.map((row) => fromRow(row, secrets)).sort((one, other) => one.number - other.number);
    },
  };
}

const tables = tablesOf(UploadPartRecord);
const partKey = ['platform_id', 'upload_id', 'number'] as const;

type PartRow = Row<typeof UploadPartRecord>;

const keyOf = ({ platformId, uploadId }: Upload) => ({ platform_id: platformId, upload_id: uploadId });

function placeOf({ uploadId, number }: Pick<PartKey, 'uploadId' | 'number'>): Place {
  return { purpose: 'customers.upload-part', row: `${uploadId} ${number}` };
}

function toRow({ platformId, uploadId, number, bytes, isStored, blob }: UploadPart, secrets: Sealing): PartRow {
  const blobSeal = secrets.seal(blob.seal, placeOf({ uploadId, number }));
  return { ...keyOf({ platformId, uploadId }), number, bytes, is_stored: isStored, blob_key: blob.key, blob_seal: blobSeal };
}

function fromRow(row: PartRow, secrets: Sealing): UploadPart {
  const { upload_id: uploadId, number, bytes } = row;
  return {
    uploadId,
    platformId: row.platform_id,
    number,
    bytes,
    isStored: row.is_stored,
    blob: { key: row.blob_key, seal: secrets.open(row.blob_seal, placeOf({ uploadId, number })) },
  };
}

/** Sealed under the master key, because their customer is unknown, or they contain many customers. */
export const sealedParts: SealedColumn = {
  table: 'upload_part',
  column: 'blob_seal',
  key: { platform_id: 'uuid', upload_id: 'uuid', number: 'int' },
  place: ({ upload_id: uploadId = '', number }) => placeOf({ uploadId, number: Number(number) }),
};
