// Owners with errors: a fieldset with the fields to correct for each.
import type { BeneficialOwner } from '../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import { ownerFields } from './kyc-fields.ts';
import { nameOnPage, type Part } from './page-problems.ts';

export interface OwnerToMend extends Part {
  readonly owner: BeneficialOwner;
}

/** In the order of the owners. Errors without a field on the page are omitted. */
export function ownersToMend(view: HostedVerification): OwnerToMend[] {
  return ownersOf(view).flatMap((owner) => {
    const own = view.errors.filter(({ resourceId }) => resourceId === owner.id);
    const names = new Set(own.flatMap(({ field }) => (field === undefined ? [] : inputsFor(nameOnPage(field)))));
    const prefix = prefixOf(owner);
    const fields = ownerFields.filter(({ name }) => names.has(name)).map((field) => ({ ...field, name: prefix + field.name }));
    return fields.length ? [{ owner, prefix, fields }] : [];
  });
}

/** Number of fieldsets for new owners: at least one, and five together with the known ones. */
export function newPeople(view: HostedVerification): Part[] {
  const count = Math.max(1, peopleShown - ownersOf(view).length);
  return Array.from({ length: count }, (_, index) => {
    const prefix = `people.${index + 1}.`;
    return { prefix, fields: ownerFields.map((field) => ({ ...field, name: prefix + field.name })) };
  });
}

/** Four people can own a quarter each, and another one controls the business. */
const peopleShown = 5;

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

/** A number requires its type and country, and an address is replaced as a whole. */
function inputsFor(name: string): readonly string[] {
  if (name.startsWith(address)) return ownerFields.map((field) => field.name).filter((one) => one.startsWith(address));
  return identification.includes(name) ? identification : [name];
}

const address = 'personalInfo.address.';
const identification = ['personalInfo.idType', 'personalInfo.identifier', 'personalInfo.countryOfIssuance'];
