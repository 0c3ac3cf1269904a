// CreatePlatformExternalAccountOwnershipChallenge: for a wallet of the platform itself.
import type { OwnershipService } from '../../../gen/payments/accounts/v1/ownership_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toChallengeMethod, toOwnershipChallenge } from '../convert-ownership.ts';
import { challengeOwner } from '../steps/challenge-owner.ts';

export const createPlatformExternalAccountOwnershipChallenge: AccountsMethod<
  typeof OwnershipService.method.createPlatformExternalAccountOwnershipChallenge
> = async ({ externalAccountId, method }, context) =>
  toOwnershipChallenge(await challengeOwner({ externalAccountId, view: 'own' }, toChallengeMethod(method), context));
