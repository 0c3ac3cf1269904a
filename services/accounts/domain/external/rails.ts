// The rails of an account: those whose required fields are set.
import type { PaymentRail } from '../../../../gen/payments/common/v1/payment_pb.ts';
import type { FieldError } from '../../../kit/messages/json/problems.ts';
import type { AccountInfo, RailSet } from './account-type.ts';
import { accountTypeOf, fieldsOf } from './account-types.ts';
import { beneficiaryOf } from './beneficiary.ts';

/** The rails of an account, in the order of its type. */
export function railsOf(info: AccountInfo): PaymentRail[] {
  const { rails, railSets } = accountTypeOf(info.case);
  if (!railSets) return [...rails];
  const complete = new Set(railSets.filter((set) => unmetBy(info, set).length === 0).map(({ rail }) => rail));
  return rails.filter((rail) => complete.has(rail));
}

/** The missing fields of the nearest rail. Empty if some rail has all its fields. */
export function railProblems(info: AccountInfo): FieldError[] {
  const { railSets = [] } = accountTypeOf(info.case);
  const unmet = railSets.map((set) => ({ share: shareOf(set, info), problems: unmetBy(info, set) }));
  if (unmet.some(({ problems }) => problems.length === 0)) return [];
  const [nearest] = unmet.sort((a, b) => b.share - a.share || a.problems.length - b.problems.length);
  return nearest?.problems ?? [];
}

function unmetBy(info: AccountInfo, { fields, when, holder }: RailSet): FieldError[] {
  const given = fieldsOf(info);
  const problems = fields
    .filter((field) => given[field] === undefined)
    .map((field): FieldError => ({ field, message: 'is required' }));
  const chosen = when && given[when.field];
  if (when && chosen !== undefined && !when.isOneOf.includes(String(chosen))) problems.push(notAllowed(when.field, when.isOneOf));
  const kind = beneficiaryOf(info)?.case;
  if (holder && kind && kind.toUpperCase() !== holder) problems.push(notAllowed('beneficiary.beneficiaryType', [holder]));
  return problems;
}

function notAllowed(field: string, values: readonly string[]): FieldError {
  return { field, constraint: { enum: [...values] }, message: 'is not one of the allowed values' };
}

/** The share of a set's fields that are set, from 0 to 1. */
function shareOf({ fields }: RailSet, info: AccountInfo): number {
  const given = fieldsOf(info);
  return fields.filter((field) => given[field] !== undefined).length / fields.length;
}
