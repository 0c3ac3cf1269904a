// The audit of payments against the ledger: checks some payments in each run, and suspected errors twice.
import { setTimeout as sleep } from 'node:timers/promises';
import { rowKey, uuidv7 } from '../../kit/core/ids.ts';
import type { Rest } from '../../kit/service/audits.ts';
import type { TransfersContext } from '../context.ts';
import { isUnderWay, wrongWith } from '../domain/record/books-of-payment.ts';
import type { Transaction } from '../domain/record/transaction.ts';
import { sumsOf } from '../steps/shared/sums-of.ts';
import type { TransactionKey } from '../store/audit-walk.ts';

/** Page size. */
const pageSize = 400;

/** Maximum of suspects. More of them need no further search. */
const suspectsMax = 100;

/** How long a process may take between booking a payment and recording it. */
const bookingMs = 2_000;

/** Delay before suspects are checked again. */
export const untilBooked = () => sleep(bookingMs);

interface Walk {
  readonly name: string;
  readonly pagesMax: number;
  /** Continues at this id. */
  readonly before: string;
  /** Starts again at its end. */
  readonly isEndless: boolean;
}

const firstId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const settledMs = 3_600_000;

/**
 * One pass follows payments that are an hour old, most of which have ended: up to 160,000 per run, once a minute. The other repeats all
 * payments, slowly, for later changes.
 */
function walksAt(now: Date): Walk[] {
  const settled = uuidv7(now.getTime() - settledMs, Buffer.alloc(10));
  return [
    { name: 'settled', pagesMax: 400, before: settled, isEndless: false },
    { name: 'all', pagesMax: 25, before: lastId, isEndless: true },
  ];
}

/** Violations, as sentences. */
export async function auditPayments(context: TransfersContext, rest: Rest): Promise<string[]> {
  const { auditWalk } = context.store;
  const suspects = new Map((await auditWalk.found()).map((found) => [rowKey(found), found]));
  for (const walk of walksAt(context.wall.now())) await take(context, { walk, suspects, rest });
  if (suspects.size === 0) return [];

  const lookedAt = [...suspects.values()];
  const seen = await auditWalk.some(lookedAt);
  await untilBooked();
  const again = await stillWrong(context, seen);
  const isWrong = (one: TransactionKey) => again.has(rowKey(one));
  await auditWalk.settle(
    lookedAt.filter(isWrong),
    lookedAt.filter((one) => !isWrong(one)),
  );
  return [...again.values()];
}

interface Pass {
  readonly walk: Walk;
  readonly suspects: Map<string, TransactionKey>;
  readonly rest: Rest;
}

/** Adds suspects found by the pass. A page is marked as done only after it was checked. */
async function take(context: TransfersContext, { walk, suspects, rest }: Pass): Promise<void> {
  const { auditWalk } = context.store;
  let after = (await auditWalk.mark(walk.name)) ?? firstId;
  for (let pages = 0; pages < walk.pagesMax && suspects.size < suspectsMax; pages += 1) {
    const page = await auditWalk.next({ after, before: walk.before, limit: pageSize });
    const wrong = await wrongAmong(context, page);
    for (const one of page.filter((each) => wrong.has(rowKey(each)))) suspects.set(rowKey(one), one);
    const isEnd = page.length < pageSize;
    after = isEnd && walk.isEndless ? firstId : (page.at(-1)?.id ?? after);
    await auditWalk.setMark(walk.name, after);
    if (isEnd) return;
    await rest();
  }
}

/** Suspects that have not changed, and that no job will change. */
async function stillWrong(context: TransfersContext, seen: readonly Transaction[]): Promise<Map<string, string>> {
  const { auditWalk } = context.store;
  const before = new Map(seen.map((transaction) => [rowKey(transaction), marksOf(transaction)]));
  const same = (await auditWalk.some(seen)).filter((now) => before.get(rowKey(now)) === marksOf(now));
  const busy = await auditWalk.withJob(same);
  return wrongAmong(
    context,
    same.filter((transaction) => isUnderWay(transaction) || !busy.has(rowKey(transaction))),
  );
}

const marksOf = ({ state, version, ...counted }: Transaction) => {
  const { attempt = 0, railChecks = 0 } = { attempt: undefined, railChecks: undefined, ...counted };
  return [state, version, attempt, railChecks].join();
};

/** A sentence per transaction, by `rowKey`. */
async function wrongAmong(context: TransfersContext, transactions: readonly Transaction[]): Promise<Map<string, string>> {
  const sums = await sumsOf(context, transactions);
  const orphans = await context.store.auditWalk.orphans(transactions);
  const found = new Map<string, string>();
  for (const transaction of transactions) {
    const key = rowKey(transaction);
    const booked = wrongWith(transaction, sums.get(key) ?? []);
    const wrong = orphans.has(key) ? [...booked, 'has no job that continues it'] : booked;
    if (wrong.length > 0) found.set(key, sentenceOf(transaction, wrong));
  }
  return found;
}

function sentenceOf({ id, platformId, state, refund }: Transaction, wrong: readonly string[]): string {
  const refunded = refund ? ` with its refund ${refund.status}` : '';
  return `The transaction ${id} of the platform ${platformId} is ${state}${refunded} and ${wrong.join(', ')}.`;
}
