// An import of customers from a file: its states, and the errors of its rows.
import type { JsonObject } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, nameOf, type Refusal } from '../../kit/messages/fail.ts';

/** PENDING: the file was not inspected yet. COMPLETED and FAILED are final. */
export type ImportStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';

export interface CustomerImport {
  /** uuid. */
  readonly id: string;
  /** uuid. */
  readonly platformId: string;
  readonly status: ImportStatus;
  /** uuid of the uploaded parts. */
  readonly uploadId: string;
  /** Column names in the header. Undefined until the file was inspected. */
  readonly columns: readonly string[] | undefined;
  /** Position in the file after the last processed row, or the header, in bytes. */
  readonly position: number;
  readonly total: number;
  readonly successful: number;
  readonly failed: number;
  readonly createdAt: Date;
  readonly completedAt: Date | undefined;
}

/** The error of a row without a customer. */
export interface ImportError {
  /** Starting at 1. */
  readonly rowNumber: number;
  readonly correlationId: string;
  readonly code: string;
  readonly message: string;
  readonly details: JsonObject | undefined;
}

export const importRowsMax = 100_000;

/** The result of inspecting the file. */
export interface FileLayout {
  readonly columns: readonly string[];
  /** Position of the first row. */
  readonly position: number;
  /** Number of rows. */
  readonly total: number;
}

/** A file that cannot be imported. `details.reason` contains the cause: `missing_required_column`, … */
export class UnreadableFile extends Error {
  readonly details: JsonObject;

  constructor(message: string, details: JsonObject) {
    super(message);
    this.name = 'UnreadableFile';
    this.details = details;
  }
}

/** The single error of a file that cannot be imported. */
export function fileError({ message, details }: UnreadableFile): ImportError {
  return { rowNumber: 1, correlationId: 'row_1', code: 'INVALID_CSV_FORMAT', message, details };
}

/** A row, by its number and its platformCustomerId. */
export interface RowName {
  readonly rowNumber: number;
  readonly platformCustomerId: string | undefined;
}

/** The error of a row: what `POST /customers` would have returned. Database text cannot contain U+0000. */
export function rowError({ rowNumber, platformCustomerId }: RowName, { code, message, details }: Refusal): ImportError {
  const isNamed = platformCustomerId !== undefined && !platformCustomerId.includes('\0');
  return { rowNumber, correlationId: isNamed ? platformCustomerId : `row_${rowNumber}`, code: nameOf(code), message, details };
}

/** The import after some rows. Ended if they were the last. */
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
