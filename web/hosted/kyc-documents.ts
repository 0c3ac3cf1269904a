// The required documents on the hosted page, one fieldset each.
import { type Document, DocumentSide, DocumentTypeSchema } from '../../gen/payments/customers/v1/document_pb.ts';
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import {
  type VerificationError,
  VerificationErrorType,
  VerificationErrorTypeSchema,
} from '../../gen/payments/customers/v1/verification_pb.ts';
import { enumNames } from '../../services/kit/messages/json/enums.ts';
import { identityFields, paperFields, passportFields } from './document-fields.ts';
import type { Field } from './form-fields.ts';
import { fullNameOf, ownerOf } from './kyc-owners.ts';
import type { Part } from './page-problems.ts';

/** A document to upload. Its field prefix does not change when other documents are added. */
export interface RequiredDocument extends Part {
  readonly title: string;
  /** Public id of its holder. */
  readonly holder: string;
  /** The document that it replaces. */
  readonly replaced?: Document | undefined;
  readonly isIdentity: boolean;
  /** The error that it resolves. */
  readonly errors: readonly VerificationError[];
}

/** The required documents of a view, in the order of the errors. */
export function requiredDocuments(view: HostedVerification): RequiredDocument[] {
  const byKey = Map.groupBy(
    view.errors.flatMap((error) => documentErrors(error, view)),
    ({ key }) => key,
  );
  return [...byKey.values()].flatMap((same) => {
    const [first] = same;
    return first ? [toRequiredDocument(first, same, view)] : [];
  });
}

interface DocumentError {
  readonly key: string;
  readonly error: VerificationError;
  readonly holder: string;
  readonly types: readonly number[];
  readonly replaced?: Document;
}

/** A missing document, its other side, or a replacement for an insufficient one. */
function documentErrors(error: VerificationError, { documents }: HostedVerification): DocumentError[] {
  const { resourceId, type, acceptedDocumentTypes: types } = error;
  const bad = documents.find(({ id }) => id === resourceId);
  if (bad) {
    const { documentHolder: holder, documentType } = bad;
    if (type === VerificationErrorType.INCOMPLETE_DOCUMENT)
      return [{ key: `${resourceId}.other-side`, error, holder, types: [documentType] }];
    return [{ key: resourceId, error, holder, types: types.length ? types : [documentType], replaced: bad }];
  }
  const [first] = types;
  return first === undefined ? [] : [{ key: `${resourceId}.${nameOf(first)}`, error, holder: resourceId, types }];
}

function toRequiredDocument(
  { key, error, holder, types, replaced }: DocumentError,
  same: readonly DocumentError[],
  view: HostedVerification,
): RequiredDocument {
  const prefix = `documents.${key}.`;
  const names = types.map(nameOf);
  const isIdentity = names.some((name) => identityNames.has(name));
  const isPassport = names.every((name) => name === 'PASSPORT');
  const ownFields = isPassport ? passportFields : isIdentity ? identityFields : paperFields;
  const options = names.map((name) => [name, wordsOf(name)] as const);
  const type: Field = { name: 'documentType', label: 'Type of document', kind: { options } };
  const fields = [type, ...ownFields].map((field) => ({ ...field, name: prefix + field.name }));
  return {
    prefix,
    title: titleOf(error, { replaced, owner: ownerName(holder, view) }),
    holder,
    replaced,
    isIdentity,
    fields,
    errors: same.map((one) => one.error),
  };
}

/** Known values of a document to replace, or of which the other side is missing, by field name. */
export function knownOf({ prefix, replaced, errors }: RequiredDocument, { documents }: HostedVerification): [string, string][] {
  const known = replaced ?? documents.find(({ id }) => id === errors[0]?.resourceId);
  if (!known) return [];
  const side = replaced ? known.side : otherSide(known.side);
  return [
    [`${prefix}country`, known.country],
    ...(known.issuingAuthority === undefined ? [] : [[`${prefix}issuingAuthority`, known.issuingAuthority] as [string, string]]),
    ...(side === undefined ? [] : [[`${prefix}side`, side === DocumentSide.BACK ? 'BACK' : 'FRONT'] as [string, string]]),
  ];
}

/** A missing side counts as the front. */
function otherSide(side: DocumentSide | undefined): DocumentSide {
  return side === DocumentSide.BACK ? DocumentSide.FRONT : DocumentSide.BACK;
}

/** Turns `PASSPORT` into Passport. */
export function wordsOf(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\bid$/, 'ID').replace('Drivers', 'Driver’s');
}

/** The wire name of a document type. */
export const nameOf = (type: number) => typeNames.byNumber.get(type) ?? '';

const typeNames = enumNames(DocumentTypeSchema);
const errorNames = enumNames(VerificationErrorTypeSchema);
const identityNames = new Set(['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID']);

function titleOf(
  error: VerificationError,
  { replaced, owner }: { replaced?: Document | undefined; owner?: string | undefined },
): string {
  if (replaced) return `${wordsOf(nameOf(replaced.documentType))}: upload it again`;
  const [type, ...others] = error.acceptedDocumentTypes;
  const isOne = type !== undefined && others.length === 0;
  const title = isOne ? wordsOf(nameOf(type)) : (titles.get(errorNames.byNumber.get(error.type) ?? '') ?? error.reason);
  return owner === undefined ? title : `${owner}: ${title.toLowerCase()}`;
}

function ownerName(holder: string, view: HostedVerification): string | undefined {
  const owner = ownerOf(holder, view);
  return owner && fullNameOf(owner);
}

const titles = new Map([
  ['MISSING_IDENTITY_DOCUMENT', 'Identity document'],
  ['MISSING_LEGAL_PRESENCE_DOCUMENT', 'Proof that the business exists'],
  ['MISSING_CONTROL_STRUCTURE_DOCUMENT', 'Proof of who controls the business'],
  ['MISSING_OWNERSHIP_STRUCTURE_DOCUMENT', 'Proof of who owns the business'],
  ['MISSING_PROOF_OF_ADDRESS_DOCUMENT', 'Proof of address'],
  ['INCOMPLETE_DOCUMENT', 'The other side of the document'],
]);
