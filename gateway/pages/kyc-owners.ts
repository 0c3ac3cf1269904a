// Owners of a business about whom something is wrong: the fields that mend it, in a fieldset for each.
import type { BeneficialOwner } from '../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import type { Field } from './form-fields.ts';
import { ownerFields } from './kyc-fields.ts';
import { nameOnPage } from './page-problems.ts';

export interface OwnerToMend {
  readonly owner: BeneficialOwner;
  /** In front of the names of its fields. */
  readonly prefix: string;
  /** Named with the prefix. */
  readonly fields: readonly Field[];
}

/** In the order of the owners. What the page has no field for is left out. */
export function ownersToMend(view: HostedVerification): OwnerToMend[] {
  return ownersOf(view).flatMap((owner) => {
    const own = view.errors.filter(({ resourceId }) => resourceId === owner.id);
    const names = new Set(own.flatMap(({ field }) => (field === undefined ? [] : asked(nameOnPage(field)))));
    const prefix = prefixOf(owner);
    const fields = ownerFields.filter(({ name }) => names.has(name)).map((field) => ({ ...field, name: prefix + field.name }));
    return fields.length ? [{ owner, prefix, fields }] : [];
  });
}

export function ownersOf({ customer }: HostedVerification): readonly BeneficialOwner[] {
  return customer?.kind.case === 'business' ? customer.kind.value.beneficialOwners : [];
}

export function ownerOf(id: string, view: HostedVerification): BeneficialOwner | undefined {
  return ownersOf(view).find((owner) => owner.id === id);
}

export function prefixOf({ id }: BeneficialOwner): string {
  return `owners.${id}.`;
}

export function fullNameOf({ personalInfo }: BeneficialOwner): string {
  return `${personalInfo?.firstName} ${personalInfo?.lastName}`;
}

/** A number means nothing without its type and country, and an address is replaced whole. */
function asked(name: string): readonly string[] {
  if (name.startsWith(address)) return ownerFields.map((field) => field.name).filter((one) => one.startsWith(address));
  return identification.includes(name) ? identification : [name];
}

const address = 'personalInfo.address.';
const identification = ['personalInfo.idType', 'personalInfo.identifier', 'personalInfo.countryOfIssuance'];
