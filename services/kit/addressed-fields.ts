// Fields that address a resource: an id that is malformed, or of another kind, is not found.
import type { DescMessage } from '@bufbuild/protobuf';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { field as fieldRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { fail, type Refusal } from './fail.ts';
import { errorCodeNamed } from './json/unions.ts';
import { optionOf } from './options.ts';

/** A field that addresses a resource: what is malformed in it is not found. */
export interface Address {
  readonly key: string;
  readonly idKind: string;
  readonly code: ErrorCode;
}

export function addressesOf(desc: DescMessage): readonly Address[] {
  return desc.fields.flatMap((field) => {
    const rule = optionOf(field, fieldRule);
    if (!rule?.notFound) return [];
    return [{ key: field.jsonName, idKind: rule.idKind, code: errorCodeNamed(rule.notFound, field) }];
  });
}

export function notFound({ code, idKind }: Address): Refusal {
  const resource = idKind || 'resource';
  const details = code === ErrorCode.REFERENCE_NOT_FOUND && idKind ? { resource: idKind } : undefined;
  return fail(code, `There is no ${resource} with this id.`, details);
}
