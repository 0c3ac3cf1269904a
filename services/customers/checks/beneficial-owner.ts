// Checks over several fields of an owner. Their errors are reported together with those of single fields.
import type {
  CreateBeneficialOwnerRequest,
  UpdateBeneficialOwnerRequest,
} from '../../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { toOwnerChange } from '../convert-request.ts';
import { changeProblems, personalProblems } from '../domain/beneficial-owner.ts';

export function checkCreateOwner({ personalInfo }: CreateBeneficialOwnerRequest): FieldError[] {
  return personalInfo ? personalProblems(personalInfo) : [];
}

/** The errors of an update itself. Its result is checked when the owner is known. */
export function checkUpdateOwner(request: UpdateBeneficialOwnerRequest): FieldError[] {
  return changeProblems(toOwnerChange(request));
}
