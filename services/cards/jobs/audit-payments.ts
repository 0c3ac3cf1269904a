// The audit of card transactions against the ledger: they have moved exactly what they hold and owe. Checks some of them in each run.
import { create } from '@bufbuild/protobuf';
import { BalancePart, HouseAccountKind, type Leg, LegSchema } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { rowKey } from '../../kit/core/ids.ts';
import type { CardsContext } from '../context.ts';
import { legsOf } from '../domain/payment/legs.ts';
import type { AnonymousTransaction } from '../domain/payment/transaction.ts';
import { toLeg } from '../steps/payment/book.ts';
import type { PaymentKey } from '../store/audit.ts';

/** Page size. */
const pageSize = 400;

/** Maximum of suspects. More of them need no further search. */
const suspectsMax = 100;

interface Walk {
  readonly name: string;
  readonly isClaiming: boolean;
  readonly pagesMax: number;
}

/** One walk follows the transactions that hold or owe something. The other repeats all of them, slowly. */
const walks: readonly Walk[] = [
  { name: 'claiming', isClaiming: true, pagesMax: 100 },
  { name: 'all', isClaiming: false, pagesMax: 25 },
];

const firstId = '00000000-0000-0000-0000-000000000000';
const start: PaymentKey = { platformId: firstId, id: firstId };

/** Violations, as sentences. */
export async function auditPayments(context: CardsContext): Promise<string[]> {
  const { audit } = context.store;
  const suspects = new Map((await audit.found()).map((found) => [rowKey(found), found]));
  for (const walk of walks) await take(context, walk, suspects);
  const checked = (await audit.some([...suspects.values()])).filter(isQuiet);
  const wrong = await wrongAmong(context, checked);
  const isWrong = (one: PaymentKey) => wrong.has(rowKey(one));
  await audit.settle(
    checked.filter(isWrong),
    checked.filter((one) => !isWrong(one)),
  );
  return [...wrong.values(), ...(await audit.orphans()).map(abandoned)];
}

/** Adds suspects found by the walk, which starts again at its end. A page is marked as done only after it was checked. */
async function take(
  context: CardsContext,
  { name, isClaiming, pagesMax }: Walk,
  suspects: Map<string, PaymentKey>,
): Promise<void> {
  const { audit } = context.store;
  let after = (await audit.mark(name)) ?? start;
  for (let pages = 0; pages < pagesMax && suspects.size < suspectsMax; pages += 1) {
    const page = await audit.next({ after, isClaiming, limit: pageSize });
    const wrong = await wrongAmong(context, page.filter(isQuiet));
    for (const one of page.filter((each) => wrong.has(rowKey(each)))) suspects.set(rowKey(one), one);
    const last = page.length < pageSize ? undefined : page.at(-1);
    after = last ?? start;
    await audit.setMark(name, after);
    if (!last) return;
  }
}

/** An event that is being booked may have moved money that its transaction does not show yet. */
const isQuiet = ({ happening }: AnonymousTransaction) => happening === undefined;

/** A sentence per transaction, by `rowKey`. The transactions are quiet; one with the same version afterwards was so in between. */
async function wrongAmong(
  { clients, store }: CardsContext,
  quiet: readonly AnonymousTransaction[],
): Promise<Map<string, string>> {
  if (quiet.length === 0) return new Map();
  const wanted = quiet.map(({ id: subject, platformId }) => ({ platformId, subject }));
  const { subjects } = await clients.ledger.sumSubjects({ subjects: wanted });
  const sums = new Map(subjects.map(({ platformId, subject: id, sums: moved }) => [rowKey({ platformId, id }), moved]));
  const different = quiet.filter((one) => bookedFor(sums.get(rowKey(one))) !== expectedOf(one));
  const now = new Map((await store.audit.some(different)).map((one) => [rowKey(one), one.version]));
  const same = different.filter((one) => now.get(rowKey(one)) === one.version);
  return new Map(same.map((one) => [rowKey(one), sentenceOf(one, bookedFor(sums.get(rowKey(one))))]));
}

function sentenceOf(transaction: AnonymousTransaction, booked: string): string {
  return `${nameOf(transaction)} should have moved ${expectedOf(transaction)}, and has moved ${booked}.`;
}

const abandoned = (transaction: AnonymousTransaction) => `${nameOf(transaction)} has an event, and no job that completes it.`;

const nameOf = ({ id, platformId, state }: AnonymousTransaction) =>
  `The card transaction ${id} of the platform ${platformId} is ${state} and`;

const expectedOf = (transaction: AnonymousTransaction) =>
  textOf(
    legsOf(transaction, { held: transaction.held, receivable: -transaction.owed }).map((leg) => create(LegSchema, toLeg(leg))),
  );

const bookedFor = (sums: readonly Leg[] = []) => textOf(sums.filter((sum) => placeOf(sum) !== undefined));

function textOf(legs: readonly Leg[]): string {
  const texts = legs.map((leg) => `${leg.amount} ${leg.currency} on ${placeOf(leg)}`);
  return texts.toSorted().join(' and ') || 'nothing held or owed';
}

/** Where a transaction holds and owes. Undefined for other accounts. */
function placeOf({ account }: Leg): string | undefined {
  const { kind } = account ?? {};
  if (kind?.case === 'internal' && kind.value.part === BalancePart.HELD) return `HELD of ${kind.value.accountId}`;
  if (kind?.case === 'house' && kind.value.kind === HouseAccountKind.CARD_RECEIVABLE)
    return `CARD_RECEIVABLE of ${kind.value.subaccount}`;
  return undefined;
}
