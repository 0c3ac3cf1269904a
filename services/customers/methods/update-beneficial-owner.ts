// UpdateBeneficialOwner: changes the given fields. They are checked with the next submission.
import type { BeneficialOwnerService } from '../../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { toBeneficialOwner } from '../convert.ts';
import { toOwnerChange } from '../convert-request.ts';
import { updateOwner } from '../domain/beneficial-owner.ts';
import { findOwner, lockCustomer, unknown } from '../steps/find-holder.ts';

type UpdateBeneficialOwner = typeof BeneficialOwnerService.method.updateBeneficialOwner;

export const updateBeneficialOwner: CustomersMethod<UpdateBeneficialOwner> = async (request, context) => {
  const { store, caller, clock } = context;
  const { id, customerId } = await findOwner(request.beneficialOwnerId, context);

  const owner = await store.write(async (rows) => {
    await lockCustomer(rows, context, customerId);
    const before = await rows.owners.find(caller.platformId, id);
    if (!before) throw unknown('BeneficialOwner', request.beneficialOwnerId);
    const after = updateOwner(before, toOwnerChange(request), clock.now());
    if (after !== before) await rows.owners.update(after);
    return after;
  });
  return toBeneficialOwner(owner);
};
