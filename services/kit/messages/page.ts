// Keyset pages: newest first by (createdAt, id), so that concurrent inserts and deletes neither repeat nor hide rows.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from './fail.ts';

/** A position in a list: after the row with these values. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

export interface Page<Row> {
  readonly data: Row[];
  readonly hasMore: boolean;
  /** Present if there are more rows. */
  readonly nextCursor?: string;
}

export const pageSize = 20;

/** Opaque and URL-safe. Contains the position only; filters come from each request. */
export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** Throws INVALID_INPUT for an invalid cursor. */
export function decodeCursor(cursor: string): Position {
  const [, time, id] = shape.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (time === undefined || id === undefined) throw badCursor();
  const position = { createdAt: new Date(Number(time)), id };
  if (encodeCursor(position) !== cursor) throw badCursor();
  return position;
}

/** `rows`: up to `limit` + 1 rows. The extra row shows that there are more. */
export function pageOf<Row extends Position>(rows: readonly Row[], limit: number): Page<Row> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  if (rows.length <= limit || !last) return { data, hasMore: false };
  return { data, hasMore: true, nextCursor: encodeCursor(last) };
}

const shape = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The refusal of an invalid cursor. */
export function badCursor(): Refusal {
  const error = { field: 'cursor', message: 'is not a valid cursor of this list' };
  return fail(ErrorCode.INVALID_INPUT, '1 field is invalid', { errors: [error] });
}
