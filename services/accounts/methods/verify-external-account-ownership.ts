// VerifyExternalAccountOwnership: for a wallet of the platform or of one of its customers.
import type { OwnershipService } from '../../../gen/payments/accounts/v1/ownership_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import { toSigned } from '../convert-ownership.ts';
import { proveOwner } from '../steps/prove-owner.ts';

export const verifyExternalAccountOwnership: AccountsMethod<
  typeof OwnershipService.method.verifyExternalAccountOwnership
> = async (request, context) =>
  toExternalAccount(await proveOwner({ externalAccountId: request.externalAccountId, view: 'all' }, toSigned(request), context));
