// What keeps a submission back, and what was objected to in the last one, by the fields of the page that mend it.
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import { VerificationErrorType as Type, type VerificationError } from '../../gen/payments/customers/v1/verification_pb.ts';
import { requiredDocuments } from './kyc-documents.ts';
import { fullNameOf, ownerOf, prefixOf } from './kyc-owners.ts';
import { nameOnPage } from './page-problems.ts';

/** What is told before anything is sent: what is known and wrong, and what no document that is asked for mends. */
export function objectionsIn(view: HostedVerification): VerificationError[] {
  const mended = new Set(requiredDocuments(view).flatMap(({ errors }) => errors));
  return view.errors.filter((error) => error.type === Type.INVALID_FIELD || (faults.has(error.type) && !mended.has(error)));
}

/** Of documents. */
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

/** In the order of the errors. `view`: what the page shows with them. */
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

/** Without a field it is an owner that is missing, or something that no field mends. */
function nameOf({ field, type }: VerificationError): string {
  if (field !== undefined) return nameOnPage(field.replace(/^customer\./, ''));
  return faults.has(type) ? `faults.${type}` : 'people.1.personalInfo.firstName';
}
