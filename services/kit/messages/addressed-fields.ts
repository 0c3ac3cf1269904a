// Fields that address a resource. An id that is malformed, or of another kind, is not found.
import type { DescMessage } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { field as fieldRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { kindIn, nounOf } from '../core/ids.ts';
import { fail, nameOf, type Refusal } from './fail.ts';
import { errorCodeNamed } from './json/unions.ts';
import { optionOf } from './options.ts';

/** A field that addresses a resource. */
export interface Address {
  readonly key: string;
  readonly localName: string;
  readonly idKind: string;
  readonly code: ErrorCode;
}

export function addressesOf(desc: DescMessage): readonly Address[] {
  return desc.fields.flatMap((field) => {
    const rule = optionOf(field, fieldRule);
    if (!rule?.notFound) return [];
    return [{ key: field.jsonName, localName: field.localName, idKind: rule.idKind, code: errorCodeNamed(rule.notFound, field) }];
  });
}

/** The refusal of a request whose id is malformed or of another kind. */
export function notFound({ code, idKind, localName }: Address, request: object): Refusal {
  const details = code === ErrorCode.REFERENCE_NOT_FOUND && idKind ? { resource: idKind } : undefined;
  const text = String((request as Record<string, unknown>)[localName]).slice(0, shownMax);
  const accepted = idKind ? idKind.split('|').map(nounOf).join(' or ') : nounOfCode(code);
  const kind = idKind ? kindIn(text) : undefined;
  if (kind === undefined || idKind.split('|').includes(kind)) return fail(code, `There is no ${accepted} ${text}.`, details);
  return fail(code, `There is no ${accepted} ${text}: this is the id of ${withArticle(nounOf(kind))}.`, details);
}

const shownMax = 100;

/** The noun of an error code: `INVITATION_NOT_FOUND` is about an invitation. */
function nounOfCode(code: ErrorCode): string {
  if (code === ErrorCode.REFERENCE_NOT_FOUND) return 'resource';
  return nameOf(code)
    .replace(/_NOT_FOUND$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
