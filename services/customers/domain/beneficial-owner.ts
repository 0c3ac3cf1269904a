// A person who owns or controls a business.
import type { BeneficialOwnerPersonalInfo } from '../../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import type { BeneficialOwnerRole, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { Changed } from './changed.ts';
import { identifierProblems } from './individual.ts';
import { tidyName } from './names.ts';

export interface BeneficialOwner {
  /** uuid. */
  readonly id: string;
  /** uuid. */
  readonly platformId: string;
  /** uuid of the business. */
  readonly customerId: string;
  readonly roles: readonly BeneficialOwnerRole[];
  /** Whole percent. */
  readonly ownershipPercentage: number;
  readonly personalInfo: BeneficialOwnerPersonalInfo;
  readonly status: KycStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The changes of an update. Roles and the address are replaced as a whole. */
export interface OwnerChange {
  readonly roles?: readonly BeneficialOwnerRole[] | undefined;
  readonly ownershipPercentage?: number | undefined;
  readonly personalInfo?: Changed<BeneficialOwnerPersonalInfo> | undefined;
}

/** The stored form of an owner's data: names are trimmed. */
export function tidyPerson(person: BeneficialOwnerPersonalInfo): BeneficialOwnerPersonalInfo {
  const kept = structuredClone(person);
  kept.firstName = tidyName(kept.firstName);
  kept.lastName = tidyName(kept.lastName);
  if (kept.middleName !== undefined) kept.middleName = tidyName(kept.middleName);
  return kept;
}

/** The errors of an update itself. The format of a number is known if its type is changed with it. */
export function changeProblems({ roles, personalInfo: { idType, identifier } = {} }: OwnerChange): FieldError[] {
  const own = idType === undefined || identifier === undefined ? [] : personalProblems({ idType, identifier });
  return roles?.length === 0 ? [{ field: 'roles', message: 'must contain at least one role' }, ...own] : own;
}

/** The owner after an update. Throws INVALID_INPUT if the number does not match the format of its type. */
export function updateOwner(owner: BeneficialOwner, change: OwnerChange, now: Date): BeneficialOwner {
  const { roles, ownershipPercentage, personalInfo } = change;
  const merged = Object.assign({ ...owner.personalInfo }, personalInfo);
  const problems = personalProblems(merged);
  if (problems.length) throw invalidInput(problems);
  if (!roles && ownershipPercentage === undefined && !personalInfo) return owner;
  return {
    ...owner,
    roles: roles ?? owner.roles,
    ownershipPercentage: ownershipPercentage ?? owner.ownershipPercentage,
    personalInfo: tidyPerson(merged),
    updatedAt: now,
  };
}

/** A number must have the format of its type, as for individuals. */
export function personalProblems(info: Pick<BeneficialOwnerPersonalInfo, 'idType' | 'identifier'>): FieldError[] {
  return identifierProblems(info).map((problem) => ({ ...problem, field: `personalInfo.${problem.field}` }));
}
