// An import of customers from a file: its states, and what it tells of rows that made none.
import type { JsonObject } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, nameOf, type Refusal } from '../../kit/messages/fail.ts';

/** PENDING: nobody has looked at the file yet. COMPLETED and FAILED are final. */
export type ImportStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';

export interface CustomerImport {
  /** uuid. */
  readonly id: string;
  /** uuid. */
  readonly platformId: string;
  readonly status: ImportStatus;
  /** uuid under which the parts of the file are kept. */
  readonly uploadId: string;
  /** Names in the header; undefined until the file was looked through. */
  readonly columns: readonly string[] | undefined;
  /** Bytes of the file up to the end of the last row that was handled, or of the header. */
  readonly position: number;
  readonly total: number;
  readonly successful: number;
  readonly failed: number;
  readonly createdAt: Date;
  readonly completedAt: Date | undefined;
}

/** Why a row made no customer. */
export interface ImportError {
  /** From 1. */
  readonly rowNumber: number;
  readonly correlationId: string;
  readonly code: string;
  readonly message: string;
  readonly details: JsonObject | undefined;
}

export const importRowsMax = 100_000;

/** What a look through the file has found. */
export interface FileLayout {
  readonly columns: readonly string[];
  /** Where the first row begins. */
  readonly position: number;
  /** Rows. */
  readonly total: number;
}

/** A file that cannot be imported at all. `details.reason` names what is wrong with it: `missing_required_column`, … */
export class UnreadableFile extends Error {
  readonly details: JsonObject;

  constructor(message: string, details: JsonObject) {
    super(message);
    this.name = 'UnreadableFile';
    this.details = details;
  }
}

/** The one error of a file that cannot be imported. */
export function fileError({ message, details }: UnreadableFile): ImportError {
  return { rowNumber: 1, correlationId: 'row_1', code: 'INVALID_CSV_FORMAT', message, details };
}

/** A row by the number it has in the file, and what it calls itself. */
export interface RowName {
  readonly rowNumber: number;
  readonly platformCustomerId: string | undefined;
}

/** The error of a row: what its customer by itself would have been refused with. No text of the database holds U+0000. */
export function rowError({ rowNumber, platformCustomerId }: RowName, { code, message, details }: Refusal): ImportError {
  const isNamed = platformCustomerId !== undefined && !platformCustomerId.includes('\0');
  return { rowNumber, correlationId: isNamed ? platformCustomerId : `row_${rowNumber}`, code: nameOf(code), message, details };
}

/** The import after some of its rows; ended, when those were the last ones. */
export interface Handled {
  readonly position: number;
  readonly successful: number;
  readonly failed: number;
}

export function afterRows(before: CustomerImport, { position, successful, failed }: Handled): CustomerImport {
  return { ...before, position, successful: before.successful + successful, failed: before.failed + failed };
}

/** The import at its end. */
export function ended(before: CustomerImport, now: Date): CustomerImport {
  return { ...before, status: before.successful > 0 ? 'COMPLETED' : 'FAILED', completedAt: now };
}

export function jobNotFound(jobId: string): Refusal {
  return fail(ErrorCode.BULK_UPLOAD_JOB_NOT_FOUND, `There is no bulk upload job ${jobId}.`);
}
