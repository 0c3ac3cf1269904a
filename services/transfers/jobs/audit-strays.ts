// The audit for money that moved without a transaction: the transaction was removed, and a step was booked for it afterwards.
import { rowKey } from '../../kit/core/ids.ts';
import type { Rest } from '../../kit/service/audits.ts';
import type { TransfersContext } from '../context.ts';
import type { Sum } from '../domain/record/books-of-payment.ts';
import { sumsOf } from '../steps/shared/sums-of.ts';
import type { Subject } from '../store/audit-strays.ts';
import { untilBooked } from './audit-payments.ts';

/** Page size. */
const pageSize = 400;
const pagesMax = 100;
const suspectsMax = 100;

/** Violations, as sentences. */
export async function auditStrays(context: TransfersContext, rest: Rest): Promise<string[]> {
  const { auditStrays: rows } = context.store;
  const suspects = new Map((await rows.found()).map((found) => [keyOf(found), found]));
  await walk(context, suspects, rest);
  if (suspects.size === 0) return [];

  await untilBooked();
  const lookedAt = [...suspects.values()];
  const strays = await straysAmong(context, lookedAt);
  const found = new Set(strays.map(keyOf));
  await rows.settle(
    strays,
    lookedAt.filter((one) => !found.has(keyOf(one))),
  );
  return strays.map(
    ({ subject, platformId }) => `The ledger moved money for ${subject} of the platform ${platformId}, which is no transaction.`,
  );
}

const keyOf = ({ platformId, subject: id }: Subject) => rowKey({ platformId, id });

/** Goes through all subjects, some in each run, and adds suspects. */
async function walk(context: TransfersContext, suspects: Map<string, Subject>, rest: Rest): Promise<void> {
  const { clients, store } = context;
  for (let pages = 0; pages < pagesMax && suspects.size < suspectsMax; pages += 1) {
    const after = await store.auditStrays.mark();
    const { subjects } = await clients.ledger.listSubjects({ limit: pageSize, ...(after && { after }) });
    for (const stray of await straysAmong(context, subjects)) suspects.set(keyOf(stray), stray);
    const isEnd = subjects.length < pageSize;
    await store.auditStrays.setMark(isEnd ? undefined : subjects.at(-1));
    if (isEnd) return;
    await rest();
  }
}

/** If the journals cancel out, no money is missing. Mints and burns of stablecoins are no transactions. */
async function straysAmong(context: TransfersContext, subjects: readonly Subject[]): Promise<Subject[]> {
  const unknown = await withoutCards(context, await context.store.auditStrays.unknown(subjects));
  const sums = await sumsOf(
    context,
    unknown.map(({ subject: id, platformId }) => ({ id, platformId })),
  );
  return unknown.filter((one) => {
    const moved = sums.get(keyOf(one));
    return moved !== undefined && !moved.some(isMemo);
  });
}

const isMemo = ({ account }: Sum) => 'house' in account && account.house.startsWith('STABLECOIN_');

/** The cards service audits its own transactions. */
async function withoutCards({ clients }: TransfersContext, subjects: readonly Subject[]): Promise<Subject[]> {
  if (subjects.length === 0) return [];
  const { subjects: ofCards } = await clients.cardTransactions.findCardSubjects({ subjects: [...subjects] });
  const known = new Set(ofCards.map(keyOf));
  return subjects.filter((one) => !known.has(keyOf(one)));
}
