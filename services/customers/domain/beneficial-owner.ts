// A person who owns or controls a business.
import { clone } from '@bufbuild/protobuf';
import {
  type BeneficialOwnerPersonalInfo,
  BeneficialOwnerPersonalInfoSchema,
  BeneficialOwnerPersonalInfoUpdateSchema,
  type CreateBeneficialOwnerRequest,
  type UpdateBeneficialOwnerRequest,
  UpdateBeneficialOwnerRequestSchema,
} from '../../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import type { BeneficialOwnerRole, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { maskBelow, maskOf, namedFields } from '../../kit/messages/update-mask.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
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

/** What is wrong with a new owner as a whole. */
export function checkCreateOwner({ personalInfo }: CreateBeneficialOwnerRequest): FieldError[] {
  return personalInfo ? personalProblems(personalInfo) : [];
}

/** An owner's data as they are kept: names tidied. */
export function tidyPerson(person: BeneficialOwnerPersonalInfo): BeneficialOwnerPersonalInfo {
  const kept = clone(BeneficialOwnerPersonalInfoSchema, person);
  kept.firstName = tidyName(kept.firstName);
  kept.lastName = tidyName(kept.lastName);
  if (kept.middleName !== undefined) kept.middleName = tidyName(kept.middleName);
  return kept;
}

/** The owner after an update. Roles and the address are replaced whole. Throws INVALID_INPUT when the whole does not fit together. */
export function updateOwner(owner: BeneficialOwner, request: UpdateBeneficialOwnerRequest, now: Date): BeneficialOwner {
  const mask = maskOf(request.updateMask);
  const { roles, ownershipPercentage, personalInfo } = namedFields(UpdateBeneficialOwnerRequestSchema, request, mask);
  const merged = clone(BeneficialOwnerPersonalInfoSchema, owner.personalInfo);
  if (personalInfo) {
    Object.assign(merged, namedFields(BeneficialOwnerPersonalInfoUpdateSchema, personalInfo, maskBelow(mask, 'personal_info')));
  }
  const problems = [...emptiedRoles(roles), ...personalProblems(merged)];
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

/** A number has the form of its type, as with individuals. */
function personalProblems(info: Pick<BeneficialOwnerPersonalInfo, 'idType' | 'identifier'>): FieldError[] {
  return identifierProblems(info).map((problem) => ({ ...problem, field: `personalInfo.${problem.field}` }));
}

function emptiedRoles(roles: readonly BeneficialOwnerRole[] | undefined): FieldError[] {
  return roles?.length === 0 ? [{ field: 'roles', message: 'must contain at least one role' }] : [];
}
