// Checks over several fields of a new owner.
import type { CreateBeneficialOwnerRequest } from '../../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { personalProblems } from '../domain/beneficial-owner.ts';

export function checkCreateOwner({ personalInfo }: CreateBeneficialOwnerRequest): FieldError[] {
  return personalInfo ? personalProblems(personalInfo) : [];
}
