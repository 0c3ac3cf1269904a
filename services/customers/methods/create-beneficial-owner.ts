// CreateBeneficialOwner: adds a person to a business.
import type { BeneficialOwnerService } from '../../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import { KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { CustomersMethod } from '../context.ts';
import { toBeneficialOwner } from '../convert.ts';
import { type BeneficialOwner, tidyPerson } from '../domain/beneficial-owner.ts';
import { ownerAfter } from '../domain/provider.ts';
import { providerOf } from '../domain/provider-of.ts';
import { customerUuid } from '../steps/find-customer.ts';
import { findOwner, lockCustomer } from '../steps/find-holder.ts';

/** The owner has the id of the operation. An owner added after the decision on the business gets its status from that decision. */
export const createBeneficialOwner: CustomersMethod<typeof BeneficialOwnerService.method.createBeneficialOwner> = async (
  request,
  context,
) => {
  const { store, caller, clock, operationId: id } = context;
  const { roles, ownershipPercentage = 0, personalInfo } = request;
  const customerId = customerUuid(request.customerId);
  if (!personalInfo) throw new Error('An owner without personalInfo passed validation.');
  const fresh: BeneficialOwner = {
    id,
    platformId: caller.platformId,
    customerId,
    roles,
    ownershipPercentage,
    personalInfo: tidyPerson(personalInfo),
    status: KycStatus.UNVERIFIED,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };

  const made = await store.write(async (rows) => {
    const business = await lockCustomer(rows, context, customerId);
    if (business.profile.case !== 'business') {
      throw invalidInput([{ field: 'customerId', message: 'must be the id of a business customer' }]);
    }
    const owner = ownerAfter(fresh, business.status, providerOf(caller.environment));
    return (await rows.owners.insert(owner)) ? owner : undefined;
  });
  return toBeneficialOwner(made ?? (await findOwner(`BeneficialOwner:${id}`, context)));
};
