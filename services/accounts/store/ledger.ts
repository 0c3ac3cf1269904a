// The ledger, for methods: the operations that move money.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Ids } from '../../kit/core/ids.ts';
import { fail, Refusal } from '../../kit/messages/fail.ts';
import type { Database } from '../../kit/storage/database.ts';
import { apartBy, gathered } from '../../kit/storage/gathered.ts';
import { keyOf } from '../domain/journal.ts';
import type { Decision } from '../domain/ledger.ts';
import type { PostItem } from './planned-writes.ts';
import { type PostBatch, postBatch } from './post-batch.ts';

export interface Posted {
  /** uuid. */
  readonly journalId: string;
  /** The key was already booked. This is the first result. */
  readonly replayed: boolean;
  /** Position of the booked alternative. */
  readonly alternative: number;
}

export interface Ledger {
  /** Books a journal, all legs or none. Throws a `Refusal`, which does not use the key. */
  post(item: PostItem): Promise<Posted>;
  /** Books several journals of one platform, each on its own, and returns their results in order. */
  postAll(items: readonly PostItem[]): Promise<Outcome[]>;
}

export type Outcome = Posted | Refusal;

export interface LedgerOptions {
  readonly database: Pick<Database, 'lendPipelined' | 'wake' | 'isDistributed'>;
  readonly ids: Ids;
}

/** The posts of one call are in one batch. Several processes can post concurrently. */
export function openLedger({ database, ids }: LedgerOptions): Ledger {
  const batch = postBatch({ connect: database.lendPipelined, isDistributed: database.isDistributed, ids });
  const submit = gathered({
    run: async (calls: (readonly PostItem[])[]) => {
      const outcomes = await answerAll(batch, calls.flat());
      if (outcomes.some((outcome) => !(outcome instanceof Refusal))) database.wake('outbox');
      let end = 0;
      return calls.map(({ length }) => outcomes.slice(end, (end += length)));
    },
    sizeOf: ({ length }) => length,
    apart: apartBy(database, ([item]: readonly PostItem[]) => item?.journal.platformId ?? ''),
  });
  return {
    post: async (item) => {
      const [outcome] = await submit([item]);
      if (outcome instanceof Refusal) throw outcome;
      if (!outcome) throw new Error('A post without an outcome.');
      return outcome;
    },
    postAll: submit,
  };
}

/** Of the posts with one key the first leads; the others are repeats. */
async function answerAll(batch: PostBatch, items: readonly PostItem[]): Promise<Outcome[]> {
  const leaders = new Map<string, PostItem>();
  for (const item of items) {
    const key = keyOf(item.journal);
    if (!leaders.has(key)) leaders.set(key, item);
  }
  const decisions = await batch.book([...leaders.values()]);
  const outcomes = new Map<PostItem, Promise<Outcome>>();
  for (const [item, decision] of decisions) outcomes.set(item, answer(batch, item, decision));
  return Promise.all(
    items.map((item) => {
      const leader = leaders.get(keyOf(item.journal)) ?? item;
      return outcomes.get(item) ?? follow({ batch, item, leader, outcome: outcomes.get(leader) });
    }),
  );
}

async function answer(batch: PostBatch, { journal, fingerprint }: PostItem, decision: Decision | undefined): Promise<Outcome> {
  if (decision instanceof Refusal) return decision;
  if (decision) return { journalId: journal.id, replayed: false, alternative: decision.alternative };
  const first = await batch.find(journal);
  if (first.fingerprint.length === 0) return voided();
  if (!first.fingerprint.equals(fingerprint)) return reused();
  // Our own id: the commit succeeded, but its response was lost.
  return { journalId: first.id, replayed: first.id !== journal.id, alternative: first.alternative };
}

interface Follower {
  readonly batch: PostBatch;
  readonly item: PostItem;
  readonly leader: PostItem;
  readonly outcome: Promise<Outcome> | undefined;
}

async function follow({ batch, item, leader, outcome }: Follower): Promise<Outcome> {
  const first = await outcome;
  if (first instanceof Refusal || !first) {
    if (first && item.fingerprint.equals(leader.fingerprint)) return first;
    const [own] = await answerAll(batch, [item]); // the leader did not use the key, so different legs may use it
    return own ?? reused();
  }
  return item.fingerprint.equals(leader.fingerprint) ? { ...first, replayed: true } : reused();
}

function voided(): Refusal {
  return fail(ErrorCode.CONFLICT, 'This step was voided. Nothing can be booked under it.', { reason: 'LEDGER_STEP_VOIDED' });
}

function reused(): Refusal {
  return fail(ErrorCode.CONFLICT, 'This step was booked with other legs.', { reason: 'LEDGER_KEY_REUSED' });
}
