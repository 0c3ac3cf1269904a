// Which rails an account can be paid over: those whose fields are there.
import type { PaymentRail } from '../../../../gen/payments/common/v1/payment_pb.ts';
import type { AccountInfo, RailSet } from './account-type.ts';
import { accountTypeOf, fieldsOf } from './account-types.ts';

/** The rails of an account, in the order of its type. */
export function railsOf(info: AccountInfo): PaymentRail[] {
  const { rails, railSets } = accountTypeOf(info.case);
  if (!railSets) return [...rails];
  const complete = new Set(railSets.filter((set) => isComplete(set, info)).map(({ rail }) => rail));
  return rails.filter((rail) => complete.has(rail));
}

/** The fields that the nearest rail lacks; empty when some rail has all it needs. */
export function missingForAnyRail(info: AccountInfo): readonly string[] {
  const { railSets = [] } = accountTypeOf(info.case);
  const lacking = railSets.map((set) => ({ share: shareOf(set, info), fields: missingFor(set, info) }));
  if (lacking.some(({ fields }) => fields.length === 0)) return [];
  const [nearest] = lacking.sort((a, b) => b.share - a.share || a.fields.length - b.fields.length);
  return nearest?.fields ?? [];
}

function isComplete(set: RailSet, info: AccountInfo): boolean {
  const isChosen = !set.when || fieldsOf(info)[set.when.field] === set.when.is;
  return isChosen && missingFor(set, info).length === 0;
}

function missingFor({ fields }: RailSet, info: AccountInfo): string[] {
  const given = fieldsOf(info);
  return fields.filter((field) => given[field] === undefined);
}

/** How much of a set is there, from 0 to 1. */
function shareOf(set: RailSet, info: AccountInfo): number {
  return 1 - missingFor(set, info).length / set.fields.length;
}
