// Converts requests about customers and owners to terms of the domain.
import { create } from '@bufbuild/protobuf';
import {
  BeneficialOwnerPersonalInfoUpdateSchema,
  type UpdateBeneficialOwnerRequest,
  UpdateBeneficialOwnerRequestSchema,
} from '../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import {
  type Business,
  BusinessInfoSchema,
  BusinessInfoUpdateSchema,
  BusinessSchema,
  type BusinessUpdate,
  BusinessUpdateSchema,
  type NewBusiness,
} from '../../gen/payments/customers/v1/business_pb.ts';
import {
  type CreateCustomerRequest,
  type UpdateCustomerRequest,
  UpdateCustomerRequestSchema,
} from '../../gen/payments/customers/v1/customer_pb.ts';
import { IndividualSchema } from '../../gen/payments/customers/v1/individual_pb.ts';
import { type Mask, maskBelow, maskOf, namedFields } from '../kit/messages/update-mask.ts';
import type { OwnerChange } from './domain/beneficial-owner.ts';
import type { Profile } from './domain/customer.ts';
import type { NewCustomer } from './domain/registration.ts';
import type { BusinessChange, CustomerChange, ProfileChange } from './domain/update.ts';

/** `profile` is the customer data of the request, which may be incomplete. */
export function toNewCustomer(request: CreateCustomerRequest, profile = toProfile(request)): NewCustomer {
  const { platformCustomerId, umaAddress, region, currencies, email, phoneNumber, endUserTermsConsent: consent } = request;
  return { profile, platformCustomerId, umaAddress, region, currencies, email, phoneNumber, consent };
}

function toProfile({ kind }: CreateCustomerRequest): Profile {
  switch (kind.case) {
    case 'individual':
      return kind;
    case 'business':
      return { case: 'business', value: toBusiness(kind.value) };
    case undefined:
      throw new Error('A customer without a type passed validation.');
    default:
      return kind satisfies never;
  }
}

function toBusiness({ address, businessInfo }: NewBusiness): Business {
  const info = businessInfo && create(BusinessInfoSchema, { ...businessInfo, $typeName: BusinessInfoSchema.typeName });
  return create(BusinessSchema, { ...(address && { address }), ...(info && { businessInfo: info }) });
}

export function toCustomerChange(request: UpdateCustomerRequest): CustomerChange {
  const mask = maskOf(request.updateMask);
  const named = namedFields(UpdateCustomerRequestSchema, request, mask);
  const { umaAddress, currencies, email, phoneNumber, endUserTermsConsent: consent } = named;
  return { profile: toProfileChange(request, mask), umaAddress, currencies, email, phoneNumber, consent };
}

function toProfileChange({ kind }: UpdateCustomerRequest, mask: Mask): ProfileChange {
  switch (kind.case) {
    case 'individual':
      return { case: 'individual', value: namedFields(IndividualSchema, kind.value, maskBelow(mask, 'individual')) };
    case 'business':
      return { case: 'business', value: toBusinessChange(kind.value, maskBelow(mask, 'business')) };
    case undefined:
      throw new Error('An update is of an individual or a business; the rules of the request say so.');
    default:
      return kind satisfies never;
  }
}

function toBusinessChange(update: BusinessUpdate, mask: Mask): BusinessChange {
  const { address, businessInfo } = namedFields(BusinessUpdateSchema, update, mask);
  const info = businessInfo && namedFields(BusinessInfoUpdateSchema, businessInfo, maskBelow(mask, 'business_info'));
  return { address, businessInfo: info };
}

export function toOwnerChange(request: UpdateBeneficialOwnerRequest): OwnerChange {
  const mask = maskOf(request.updateMask);
  const { roles, ownershipPercentage, personalInfo } = namedFields(UpdateBeneficialOwnerRequestSchema, request, mask);
  const below = maskBelow(mask, 'personal_info');
  const info = personalInfo && namedFields(BeneficialOwnerPersonalInfoUpdateSchema, personalInfo, below);
  return { roles, ownershipPercentage, personalInfo: info };
}
