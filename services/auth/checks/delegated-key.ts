// Checks of the filters of a list of delegated keys.
import type { ListDelegatedKeysRequest } from '../../../gen/payments/auth/v1/delegated_key_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';

export function checkKeyFilter({ accountId, fundingSourceId }: ListDelegatedKeysRequest): FieldError[] {
  if (accountId !== undefined || fundingSourceId !== undefined) return [];
  return [{ field: 'accountId', message: 'or fundingSourceId is required' }];
}
