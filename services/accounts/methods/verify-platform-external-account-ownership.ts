// VerifyPlatformExternalAccountOwnership: for a wallet of the platform itself.
import type { OwnershipService } from '../../../gen/payments/accounts/v1/ownership_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import { toSigned } from '../convert-ownership.ts';
import { proveOwner } from '../steps/prove-owner.ts';

export const verifyPlatformExternalAccountOwnership: AccountsMethod<
  typeof OwnershipService.method.verifyPlatformExternalAccountOwnership
> = async (request, context) =>
  toExternalAccount(await proveOwner({ externalAccountId: request.externalAccountId, view: 'own' }, toSigned(request), context));
