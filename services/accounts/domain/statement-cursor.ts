// Positions in account statements. They contain the period and its balances, so that no page computes them again.
import { badCursor } from '../../kit/messages/page.ts';

export interface StatementPosition {
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
  /** The booked balances at the beginning and the end of the period. */
  readonly opening: bigint;
  readonly closing: bigint;
  /** The last journal before this position, and the booked balance after it. */
  readonly after: JournalPosition;
  readonly balance: bigint;
}

/** Journals of a balance are ordered by their times, and within a millisecond by their numbers. */
export interface JournalPosition {
  readonly createdAt: Date;
  readonly number: bigint;
}

/** Opaque and URL-safe. */
export function encodeStatementCursor({ accountId, from, to, opening, closing, after, balance }: StatementPosition): string {
  const parts = [accountId, from.getTime(), to.getTime(), opening, closing, after.createdAt.getTime(), after.number, balance];
  return Buffer.from(parts.join('.')).toString('base64url');
}

/** Throws INVALID_INPUT for an invalid cursor, also for one of another account. */
export function decodeStatementCursor(cursor: string, accountId: string): StatementPosition {
  const parts = shape.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.groups;
  if (!parts) throw badCursor();
  const { account = '', from, to, opening = '', closing = '', after, number = '', balance = '' } = parts;
  const position = {
    accountId: account,
    from: new Date(Number(from)),
    to: new Date(Number(to)),
    opening: BigInt(opening),
    closing: BigInt(closing),
    after: { createdAt: new Date(Number(after)), number: BigInt(number) },
    balance: BigInt(balance),
  };
  if (account !== accountId || encodeStatementCursor(position) !== cursor) throw badCursor();
  return position;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const time = String.raw`\d{1,14}`;
const amount = String.raw`-?\d{1,18}`;
const shape = new RegExp(
  String.raw`^(?<account>${uuid})\.(?<from>${time})\.(?<to>${time})\.(?<opening>${amount})\.(?<closing>${amount})\.(?<after>${time})\.(?<number>\d{1,18})\.(?<balance>${amount})$`,
);
