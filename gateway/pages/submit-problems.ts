// What keeps a submission back, by the fields of the page that mend it.
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import type { VerificationError } from '../../gen/payments/customers/v1/verification_pb.ts';
import { wantedDocuments } from './kyc-documents.ts';
import { fullNameOf, ownerOf, prefixOf } from './kyc-owners.ts';
import { nameOnPage } from './page-problems.ts';

/** In the order of the errors. `view`: what the page shows with them. */
export function problemsOf(errors: readonly VerificationError[], view: HostedVerification): [name: string, message: string][] {
  const wanted = wantedDocuments({ ...view, errors: [...errors] });
  return errors.map((error) => {
    const document = wanted.find((one) => one.errors.includes(error));
    if (document) return [nameIn(document.prefix, error), error.reason];
    const owner = ownerOf(error.resourceId, view);
    if (owner) return [prefixOf(owner) + nameOnPage(error.field ?? ''), `${fullNameOf(owner)}: ${error.reason}`];
    return [nameOf(error), error.reason];
  });
}

function nameIn(prefix: string, { field }: VerificationError): string {
  return prefix + (field ?? 'file');
}

/** Without a field it is an owner that is missing. */
function nameOf({ field }: VerificationError): string {
  return nameOnPage(field?.replace(/^customer\./, '') ?? 'personalInfo.firstName');
}
