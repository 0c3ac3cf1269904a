// Known values of a customer, by field name. Identification numbers are not shown.
import { toJson } from '@bufbuild/protobuf';
import { BeneficialOwnerSchema } from '../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import { BusinessSchema } from '../../gen/payments/customers/v1/business_pb.ts';
import { IndividualSchema } from '../../gen/payments/customers/v1/individual_pb.ts';
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import { knownOf, requiredDocuments } from './kyc-documents.ts';
import { customerFields } from './kyc-fields.ts';
import { type OwnerToMend, ownersToMend } from './kyc-owners.ts';

export function knownValues(view: HostedVerification): Map<string, string> {
  const { customer } = view;
  const ofDocuments = requiredDocuments(view).flatMap((required) => knownOf(required, view));
  const values = new Map([...ofDocuments, ...ownersToMend(view).flatMap(knownOfOwner)]);
  if (!customer) return values;
  const stored = flat(jsonOf(customer.kind));
  for (const { name } of customerFields(customer)) {
    const value = stored.get(name);
    if (value !== undefined && !hidden.has(name)) values.set(name, value);
  }
  return values;
}

/** Known values of an owner, for the shown fields. */
export function knownOfOwner({ owner, prefix, fields }: OwnerToMend): [string, string][] {
  const stored = flat(toJson(BeneficialOwnerSchema, owner));
  return fields.flatMap(({ name }): [string, string][] => {
    const property = name.slice(prefix.length);
    const value = stored.get(property);
    return value === undefined || hidden.has(property) ? [] : [[name, value]];
  });
}

const hidden = new Set(['identifier', 'businessInfo.taxId', 'personalInfo.identifier']);

function jsonOf(kind: NonNullable<HostedVerification['customer']>['kind']): unknown {
  if (kind.case === 'individual') return toJson(IndividualSchema, kind.value);
  return kind.case === 'business' ? toJson(BusinessSchema, kind.value) : {};
}

/** Values of nested objects by their dotted names; lists separated by commas. Enum values without prefix. */
function flat(value: unknown, name = ''): Map<string, string> {
  if (Array.isArray(value)) return new Map([[name, value.map(textOf).join(',')]]);
  if (typeof value !== 'object' || value === null) return new Map([[name, textOf(value)]]);
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...flat(inner, name === '' ? key : `${name}.${key}`)]));
}

const textOf = (value: unknown) => String(value).replace(/^(IDENTIFICATION_TYPE|BENEFICIAL_OWNER_ROLE)_/, '');
