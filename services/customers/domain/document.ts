// A document of a customer or owner, and the first check of its file.

import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { DocumentSide, DocumentType } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { Environment } from '../../kit/core/caller.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { invalidInput } from '../../kit/messages/validate.ts';

export interface Document {
  /** uuid. */
  readonly id: string;
  /** uuid. */
  readonly platformId: string;
  /** uuid of the customer that holds it, or whose owner does. */
  readonly customerId: string;
  /** uuid of the beneficial owner that holds it. */
  readonly ownerId: string | undefined;
  readonly documentType: DocumentType;
  readonly side: DocumentSide | undefined;
  readonly country: string;
  readonly documentNumber: string | undefined;
  readonly issuingAuthority: string | undefined;
  readonly fileName: string;
  /** Its blobs, in order, at least one. */
  readonly parts: readonly [SealedPart, ...SealedPart[]];
  /** Upload id of its parts, if it was uploaded in parts. */
  readonly uploadId: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The key of a blob, and the 32 bytes that seal only this blob. */
export interface SealedBlob {
  readonly key: string;
  readonly seal: Buffer;
}

/** A part of a file. */
export interface SealedPart {
  /** Length of its content. */
  readonly bytes: number;
  readonly blob: SealedBlob;
}

const bytesMax = 10 * 1024 * 1024;

/** The content of a file: complete, or as uploaded parts. */
export interface FileContent {
  readonly content: Uint8Array;
  /** Id of the parts. Absent: `content` is the complete file. */
  readonly uploadId?: string | undefined;
  /** Total of all parts. */
  readonly bytes?: bigint | undefined;
}

/** The error of a file that every environment refuses: for its size, or because neither a complete content nor its sender shows its type. */
export function fileProblems(file: FileContent & FileClaims): FieldError[] {
  const bytes = bytesOf(file);
  if (bytes === 0) return [{ field: 'file', message: 'must not be empty' }];
  if (bytes > bytesMax) return [{ field: 'file', message: `must be at most ${bytesMax} bytes` }];
  const isKnown = file.uploadId !== undefined || typeIn(file.content) !== undefined || isClaimed(file);
  return isKnown ? [] : [wrongType];
}

/** The size of a file, complete or in parts. */
export function bytesOf({ uploadId, content, bytes = 0n }: FileContent): number {
  return uploadId === undefined ? content.length : Number(bytes);
}

/**
 * Throws INVALID_INPUT unless the first bytes are those of a PDF, JPEG or PNG. In the sandbox its content type or file extension is
 * sufficient, so that tests need no real scans.
 */
export function refuseOtherTypes(head: Uint8Array, claims: FileClaims, environment: Environment): void {
  if (typeIn(head) !== undefined) return;
  if (environment === 'sandbox' && isClaimed(claims)) return;
  throw invalidInput([wrongType]);
}

const wrongType: FieldError = { field: 'file', message: 'must be a PDF, JPEG or PNG' };

/** The name and type given by the sender. */
interface FileClaims {
  readonly contentType: string;
  readonly fileName: string;
}

function isClaimed({ contentType, fileName }: FileClaims): boolean {
  return contentTypes.has(contentType.toLowerCase()) || endings.test(fileName);
}

/** The first check in the sandbox: the file name without extension selects an error, which is thrown. */
export function screenInSandbox(fileName: string): void {
  const stem = fileName.replace(/\.[^.]*$/, '').toLowerCase();
  const [code, message] = flaws.get(stem) ?? [];
  if (code !== undefined && message !== undefined) throw fail(code, message);
}

/** The name without folders and unprintable characters. Never empty. */
export function tidyFileName(name: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1);
  const shown = last.replaceAll(/\p{Cc}/gu, '').trim();
  return shown.slice(-255) || 'document';
}

/** The content type of a file by its first bytes. Undefined for unsupported types. */
export function typeIn(head: Uint8Array): string | undefined {
  return signatures.find(([, signature]) => signature.equals(head.subarray(0, signature.length)))?.[0];
}

const signatures = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
] as const;
const contentTypes = new Set<string>(signatures.map(([type]) => type));
const endings = /\.(pdf|jpe?g|png)$/i;

const flaws = new Map<string, readonly [ErrorCode, string]>([
  ['low_quality', [ErrorCode.LOW_QUALITY, 'The quality of the document is too low. Scan it again.']],
  ['data_mismatch', [ErrorCode.DATA_MISMATCH, 'The document does not match the data of the customer.']],
  ['expired', [ErrorCode.EXPIRED, 'The document has expired.']],
  ['suspected_fraud', [ErrorCode.SUSPECTED_FRAUD, 'The document appears forged or altered.']],
  ['unsuitable_document', [ErrorCode.UNSUITABLE_DOCUMENT, 'This type of document is not accepted.']],
  ['incomplete', [ErrorCode.INCOMPLETE, 'Pages or sides of the document are missing.']],
]);
