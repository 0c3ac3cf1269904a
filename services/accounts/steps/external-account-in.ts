// The external account that a path names.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/fail.ts';
import { uuidOf } from '../../kit/ids.ts';

/** The uuid in a public id. A malformed one names nothing. */
export function externalAccountIn(externalAccountId: string): string {
  const id = uuidOf('ExternalAccount', externalAccountId);
  if (id === undefined) throw unknownExternalAccount(externalAccountId);
  return id;
}

/** One refusal for what never was, was deleted, or belongs to somebody else. */
export function unknownExternalAccount(externalAccountId: string): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no external account ${externalAccountId}.`, {
    resource: 'ExternalAccount',
  });
}
