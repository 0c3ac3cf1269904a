// What is known of a customer already, by the names of fields. Numbers that identify somebody are not shown again.
import { toJson } from '@bufbuild/protobuf';
import { BusinessSchema } from '../../gen/payments/customers/v1/business_pb.ts';
import { IndividualSchema } from '../../gen/payments/customers/v1/individual_pb.ts';
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import { knownOf, wantedDocuments } from './kyc-documents.ts';
import { customerFields } from './kyc-fields.ts';

export function knownValues(view: HostedVerification): Map<string, string> {
  const { customer } = view;
  const values = new Map(wantedDocuments(view).flatMap((wanted) => knownOf(wanted, view)));
  if (!customer) return values;
  const told = flat(jsonOf(customer.kind));
  for (const { name } of customerFields(customer)) {
    const value = told.get(name);
    if (value !== undefined && !hidden.has(name)) values.set(name, value);
  }
  return values;
}

const hidden = new Set(['identifier', 'businessInfo.taxId']);

function jsonOf(kind: NonNullable<HostedVerification['customer']>['kind']): unknown {
  if (kind.case === 'individual') return toJson(IndividualSchema, kind.value);
  return kind.case === 'business' ? toJson(BusinessSchema, kind.value) : {};
}

/** Values of objects in objects by their dotted names; lists with commas. Enum values lose their prefix. */
function flat(value: unknown, name = ''): Map<string, string> {
  if (Array.isArray(value)) return new Map([[name, value.join(',')]]);
  if (typeof value !== 'object' || value === null) return new Map([[name, String(value).replace('IDENTIFICATION_TYPE_', '')]]);
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...flat(inner, name === '' ? key : `${name}.${key}`)]));
}
