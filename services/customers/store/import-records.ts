// The tables of imports of customers, and of uploaded files.
import type { JsonObject } from '@bufbuild/protobuf';
import { defineEntity, p } from '@mikro-orm/core';
import type { ImportStatus } from '../domain/customer-import.ts';

export const UploadPartRecord = defineEntity({
  name: 'UploadPart',
  tableName: 'upload_part',
  properties: {
    platformId: p.uuid().primary(),
    uploadId: p.uuid().primary(),
    number: p.integer().primary(),
    /** Size of its content. */
    bytes: p.integer(),
    /** In the blob store. */
    blobKey: p.text(),
    /** Its content is stored completely. */
    isStored: p.boolean(),
    /** The key that seals the blob, itself sealed. */
    blobSeal: p.blob().$type<Buffer>(),
  },
});

export const CustomerImportRecord = defineEntity({
  name: 'CustomerImport',
  tableName: 'customer_import',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    status: p.text().$type<ImportStatus>(),
    uploadId: p.uuid(),
    /** Null: the file was not inspected yet. */
    columns: p.array<string>().nullable(),
    /** Position after the last processed row, in bytes. */
    position: p.integer(),
    total: p.integer(),
    successful: p.integer(),
    failed: p.integer(),
    createdAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['platformId', 'uploadId'] }],
});

export const CustomerImportErrorRecord = defineEntity({
  name: 'CustomerImportError',
  tableName: 'customer_import_error',
  properties: {
    platformId: p.uuid().primary(),
    importId: p.uuid().primary(),
    rowNumber: p.integer().primary(),
    correlationId: p.text(),
    code: p.text(),
    message: p.text(),
    details: p.json<JsonObject>().nullable(),
  },
});
