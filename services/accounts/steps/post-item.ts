// A requested journal as the ledger books it.
import type { PostRequest } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { tracedBy } from '../../kit/core/tracing.ts';
import type { AccountsContext } from '../context.ts';
import { toLegs } from '../convert.ts';
import { alternativesOf, fingerprintOf } from '../domain/journal.ts';
import { timeIn } from '../domain/journal-ids.ts';
import type { PostItem } from '../store/planned-writes.ts';

/** `id`: uuid of the future journal. */
export function toPostItem(request: PostRequest, id: string, { caller, requestId }: AccountsContext): PostItem {
  const { subject, step, agent } = request;
  const { platformId, environment } = caller;
  const legs = toLegs(request.legs, platformId);
  const otherwise = request.otherwise.map((alternative) => toLegs(alternative.legs, platformId));
  const journal = { id, platformId, subject, step, legs, otherwise, agent, at: timeIn(id) };
  return { journal, fingerprint: fingerprintOf(alternativesOf(journal)), environment, requestId, ...tracedBy() };
}
