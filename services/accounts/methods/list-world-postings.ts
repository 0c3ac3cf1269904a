// ListWorldPostings: what was booked on the WORLD accounts of rails.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { WorldPostingSchema, WorldPostingService } from '../../../gen/payments/accounts/v1/world_posting_pb.ts';
import { decodeCursor, pageOf } from '../../kit/messages/page.ts';
import type { AccountsMethod } from '../context.ts';
import { transactionOf } from '../convert-sandbox-ledger.ts';
import { firstIdAt } from '../domain/journal-ids.ts';
import type { StoredWorldPosting } from '../store/world-postings.ts';

export const listWorldPostings: AccountsMethod<typeof WorldPostingService.method.listWorldPostings> = async (
  { rails, from, to, cursor, limit },
  { caller: { platformId }, store },
) => {
  const afterId = cursor === undefined ? firstAt(from) : decodeCursor(cursor).id;
  const rows = await store.worldPostings.list({ platformId, rails, afterId, beforeId: firstAt(to), limit: limit + 1 });
  const { data, ...page } = pageOf(rows, limit);
  return { data: data.map(toWorldPosting), ...page };
};

function toWorldPosting({ createdAt, ...posting }: StoredWorldPosting): MessageInitShape<typeof WorldPostingSchema> {
  const { subject, step, currency, amount } = posting;
  const transactionId = transactionOf(posting);
  const booked = { subject, step, currency, amount, bookedAt: timestampFromDate(createdAt) };
  return { ...booked, ...(transactionId !== undefined && { transactionId }) };
}

const firstAt = (time: Timestamp | undefined) => firstIdAt(time ? timestampDate(time) : new Date(0));
