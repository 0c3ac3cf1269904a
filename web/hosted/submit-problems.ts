// Errors that prevent a submission, and errors of the last decision, by the fields that correct them.
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import { VerificationErrorType as Type, type VerificationError } from '../../gen/payments/customers/v1/verification_pb.ts';
import { requiredDocuments } from './kyc-documents.ts';
import { fullNameOf, ownerOf, prefixOf } from './kyc-owners.ts';
import { nameOnPage } from './page-problems.ts';

/** Errors before a submission: invalid known values, and errors that no requested document resolves. */
export function objectionsIn(view: HostedVerification): VerificationError[] {
  const resolved = new Set(requiredDocuments(view).flatMap(({ errors }) => errors));
  return view.errors.filter((error) => error.type === Type.INVALID_FIELD || (faults.has(error.type) && !resolved.has(error)));
}

/** For documents. */
const faults: ReadonlySet<Type> = new Set([
  Type.INVALID_DOCUMENT,
  Type.EXPIRED_DOCUMENT,
  Type.POOR_QUALITY_DOCUMENT,
  Type.SUSPECTED_FRAUD_DOCUMENT,
  Type.WRONG_DOCUMENT_TYPE,
  Type.INCOMPLETE_DOCUMENT,
  Type.UNREADABLE_DOCUMENT,
  Type.DOCUMENT_VERIFICATION_FAILED,
]);

/** In the order of the errors. `view`: the content of the page. */
export function problemsOf(errors: readonly VerificationError[], view: HostedVerification): [name: string, message: string][] {
  const required = requiredDocuments({ ...view, errors: [...errors] });
  return errors.map((error) => {
    const document = required.find((one) => one.errors.includes(error));
    if (document) return [nameIn(document.prefix, error), error.reason];
    const owner = ownerOf(error.resourceId, view);
    if (owner) return [prefixOf(owner) + nameOnPage(error.field ?? ''), `${fullNameOf(owner)}: ${error.reason}`];
    return [nameOf(error), error.reason];
  });
}

function nameIn(prefix: string, { field }: VerificationError): string {
  return prefix + (field ?? 'file');
}

/** Without a field: a missing owner, or an error that no field corrects. */
function nameOf({ field, type }: VerificationError): string {
  if (field !== undefined) return nameOnPage(field.replace(/^customer\./, ''));
  return faults.has(type) ? `faults.${type}` : 'people.1.personalInfo.firstName';
}
