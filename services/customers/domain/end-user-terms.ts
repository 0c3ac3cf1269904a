// The end-user terms: published versions, and validation of consents.
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { EndUserTermsConsent } from '../../../gen/payments/customers/v1/end_user_terms_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';

/** URL of a version. */
export interface Terms {
  /** `V1`, `V2`, … */
  readonly version: string;
  readonly url: string;
}

/** Versions are numbered in the order of publication. A consent may refer to any of them. */
export function publishedTerms(urls: readonly [string, ...string[]]): readonly [Terms, ...Terms[]] {
  const [first, ...others] = urls;
  return [{ version: 'V1', url: first }, ...others.map((url, index) => ({ version: `V${index + 2}`, url }))];
}

/** How far the clock of the recording system may run ahead of ours. */
const acceptedAheadMaxMs = 5 * 60_000;

/** The error of a consent's time. */
export function consentProblems(consent: EndUserTermsConsent | undefined, now: Date): FieldError[] {
  if (!consent?.acceptedAt || timestampMs(consent.acceptedAt) <= now.getTime() + acceptedAheadMaxMs) return [];
  const message = 'must not be more than five minutes in the future';
  return [{ field: 'endUserTermsConsent.acceptedAt', constraint: { format: 'date-time' }, message }];
}

/** Throws END_USER_TERMS_VERSION_NOT_FOUND for an unknown version. */
export function refuseUnknownTerms(consent: EndUserTermsConsent | undefined, published: readonly string[]): void {
  if (!consent || published.includes(consent.termsVersion)) return;
  const known = published.join(', ');
  throw fail(
    ErrorCode.END_USER_TERMS_VERSION_NOT_FOUND,
    `The version '${consent.termsVersion}' of the end-user terms does not exist. Published versions: ${known}.`,
  );
}
