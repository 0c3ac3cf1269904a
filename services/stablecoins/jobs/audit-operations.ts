// The audit of mints and burns against the memo ledger: their journals have moved what their status says. Checks some of them in each run.
import { create } from '@bufbuild/protobuf';
import { HouseAccountKindSchema, type Leg, LegSchema } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { rowKey } from '../../kit/core/ids.ts';
import { enumNames } from '../../kit/messages/json/enums.ts';
import type { StablecoinsContext } from '../context.ts';
import { toLegs } from '../convert-legs.ts';
import { memoLegs } from '../domain/operation-legs.ts';
import { standingSteps } from '../domain/operation-machine.ts';
import type { AuditedOperation, OperationKey } from '../store/audit.ts';

const pageSize = 400;
/** Per run. */
const pagesMax = 25;
/** More suspects need no further search. */
const suspectsMax = 100;

const firstId = '00000000-0000-0000-0000-000000000000';
const start: OperationKey = { platformId: firstId, id: firstId };

/** Violations, as sentences. */
export async function auditOperations(context: StablecoinsContext): Promise<string[]> {
  const { audit } = context.store;
  const suspects = new Map((await audit.found()).map((found) => [rowKey(found), found]));
  await walkOn(context, suspects);
  const checked = (await audit.some([...suspects.values()])).filter(isBooked);
  const wrong = await wrongAmong(context, checked);
  const isWrong = (one: OperationKey) => wrong.has(rowKey(one));
  await audit.settle(
    checked.filter(isWrong),
    checked.filter((one) => !isWrong(one)),
  );
  return [...wrong.values(), ...(await audit.orphans()).map(abandoned)];
}

/** Adds suspects. The walk starts again at its end. A page is marked as done only after it was checked. */
async function walkOn(context: StablecoinsContext, suspects: Map<string, OperationKey>): Promise<void> {
  const { audit } = context.store;
  let after = (await audit.mark()) ?? start;
  for (let pages = 0; pages < pagesMax && suspects.size < suspectsMax; pages += 1) {
    const page = await audit.next(after, pageSize);
    const wrong = await wrongAmong(context, page.filter(isBooked));
    for (const one of page.filter((each) => wrong.has(rowKey(each)))) suspects.set(rowKey(one), one);
    const last = page.length < pageSize ? undefined : page.at(-1);
    after = last ?? start;
    await audit.setMark(after);
    if (!last) return;
  }
}

/** Steps are booked after the commit that decides them. */
const isBooked = (operation: AuditedOperation) => operation.isBooked;

/** A sentence per operation, by `rowKey`. Statuses only move forward: with the same one afterwards, an operation had it while the sums were read. */
async function wrongAmong(
  { clients, store }: StablecoinsContext,
  booked: readonly AuditedOperation[],
): Promise<Map<string, string>> {
  if (booked.length === 0) return new Map();
  const wanted = booked.map(({ id: subject, platformId }) => ({ platformId, subject }));
  const { subjects } = await clients.ledger.sumSubjects({ subjects: wanted });
  const moved = new Map(subjects.map(({ platformId, subject: id, sums }) => [rowKey({ platformId, id }), textOf(sums)]));
  const movedBy = (one: OperationKey) => moved.get(rowKey(one)) ?? textOf([]);
  const different = booked.filter((one) => movedBy(one) !== expectedOf(one));
  const now = new Map((await store.audit.some(different)).filter(isBooked).map((one) => [rowKey(one), one.status]));
  const same = different.filter((one) => now.get(rowKey(one)) === one.status);
  return new Map(
    same.map((one) => [rowKey(one), `${nameOf(one)} should have moved ${expectedOf(one)}, and has moved ${movedBy(one)}.`]),
  );
}

const abandoned = (operation: AuditedOperation) => `${nameOf(operation)} has no job that continues it.`;

const nameOf = ({ id, platformId, kind, status }: AuditedOperation) =>
  `The ${kind.toLowerCase()} ${id} of the platform ${platformId} is ${status} and`;

function expectedOf(operation: AuditedOperation): string {
  const legs = standingSteps(operation).flatMap((step) => memoLegs(step, operation, operation));
  return textOf(toLegs(legs, operation.stablecoinId).map((leg) => create(LegSchema, leg)));
}

/** The sums of legs per account and currency. Equal for legs with equal sums. */
function textOf(legs: readonly Leg[]): string {
  const sums = new Map<string, bigint>();
  for (const leg of legs) sums.set(placeOf(leg), (sums.get(placeOf(leg)) ?? 0n) + leg.amount);
  const texts = [...sums].filter(([, sum]) => sum !== 0n).map(([place, sum]) => `${sum} ${place}`);
  return texts.toSorted().join(' and ') || 'nothing';
}

const houseKinds = enumNames(HouseAccountKindSchema);

function placeOf({ account, currency }: Leg): string {
  const { kind } = account ?? {};
  if (kind?.case === 'house') return `${currency} on ${houseKinds.byNumber.get(kind.value.kind)} of ${kind.value.subaccount}`;
  return `${currency} on ${kind?.value?.accountId}`;
}
