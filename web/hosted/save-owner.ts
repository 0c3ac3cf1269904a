// Saves an owner of the hosted page: a new one, or corrections of a known one.
import {
  BeneficialOwnerService,
  CreateBeneficialOwnerRequestSchema,
  UpdateBeneficialOwnerRequestSchema,
} from '../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import { below, nested, requestFrom } from './form-json.ts';
import { knownOfOwner } from './known-values.ts';
import { ownerFields } from './kyc-fields.ts';
import type { OwnerToMend } from './kyc-owners.ts';
import type { Part } from './page-problems.ts';
import type { Saving } from './saving.ts';

/** Whether any field was filled in for this person. */
export async function addOwner({ view: { customer }, form, dispatch, checks, call }: Saving, { prefix }: Part): Promise<boolean> {
  if (customer?.kind.case !== 'business') return false;
  const names = ownerFields.map(({ name }) => name);
  const personFields = nested(names, below(form.values, prefix));
  if (!personFields) return false;
  const request = requestFrom(CreateBeneficialOwnerRequestSchema, {
    json: { customerId: customer.id ?? '', ...personFields },
    checks,
  });
  await clientOf(BeneficialOwnerService, dispatch)(call).createBeneficialOwner(request);
  return true;
}

/** Whether any field was changed. Prefilled values do not count. */
export async function mendOwner({ form, dispatch, checks, call }: Saving, wrong: OwnerToMend): Promise<boolean> {
  const { owner, prefix, fields } = wrong;
  const known = new Map(knownOfOwner(wrong));
  if (fields.every(({ name }) => form.values.get(name) === known.get(name))) return false;
  const names = fields.map(({ name }) => name.slice(prefix.length));
  const personFields = nested(names, below(form.values, prefix));
  if (!personFields) return false;
  const request = requestFrom(UpdateBeneficialOwnerRequestSchema, {
    json: { beneficialOwnerId: owner.id, ...personFields },
    checks,
  });
  await clientOf(BeneficialOwnerService, dispatch)(call).updateBeneficialOwner(request);
  return true;
}
