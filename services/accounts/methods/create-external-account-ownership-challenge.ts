// CreateExternalAccountOwnershipChallenge: for a wallet of the platform or of one of its customers.
import type { OwnershipService } from '../../../gen/payments/accounts/v1/ownership_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toChallengeMethod, toOwnershipChallenge } from '../convert-ownership.ts';
import { challengeOwner } from '../steps/challenge-owner.ts';

export const createExternalAccountOwnershipChallenge: AccountsMethod<
  typeof OwnershipService.method.createExternalAccountOwnershipChallenge
> = async ({ externalAccountId, method }, context) =>
  toOwnershipChallenge(await challengeOwner({ externalAccountId, view: 'all' }, toChallengeMethod(method), context));
