// ListVasps: a page of exchanges that host wallets, sorted by name.
import type { VaspService } from '../../../gen/payments/accounts/v1/directory_pb.ts';
import { badCursor, pageSize } from '../../kit/messages/page.ts';
import type { AccountsMethod } from '../context.ts';
import { vasps } from '../domain/external/vasps.ts';

/** A cursor is the name of the last entry. */
export const listVasps: AccountsMethod<typeof VaspService.method.listVasps> = async ({ limit = pageSize, cursor }) => {
  const start = cursor === undefined ? 0 : placeOf(cursor) + 1;
  const data = vasps.slice(start, start + limit);
  const last = data.at(-1);
  const hasMore = start + limit < vasps.length;
  return { data, hasMore, ...(hasMore && last && { nextCursor: cursorOf(last.vaspName) }) };
};

const cursorOf = (name: string) => Buffer.from(name).toString('base64url');

function placeOf(cursor: string): number {
  const place = vasps.findIndex(({ vaspName }) => cursorOf(vaspName) === cursor);
  if (place < 0) throw badCursor();
  return place;
}
