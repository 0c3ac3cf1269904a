// GetBeneficialOwner: returns an owner of a business.
import type { BeneficialOwnerService } from '../../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { toBeneficialOwner } from '../convert.ts';
import { findOwner } from '../steps/find-holder.ts';

type GetBeneficialOwner = typeof BeneficialOwnerService.method.getBeneficialOwner;

export const getBeneficialOwner: CustomersMethod<GetBeneficialOwner> = async (request, context) => {
  return toBeneficialOwner(await findOwner(request.beneficialOwnerId, context));
};
