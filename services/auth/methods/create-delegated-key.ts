// CreateDelegatedKey: requested, signed as a signer of the wallet, and signed with its permissions.
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type CreateDelegatedKeyRequest,
  type CreateDelegatedKeyResponseSchema,
  DelegatedKeyService,
} from '../../../gen/payments/auth/v1/delegated_key_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { signedRetry, toChallenge } from '../../kit/calls/signed-retry.ts';
import { duplicate, fail } from '../../kit/messages/fail.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { toDelegatedKey } from '../convert-delegated-key.ts';
import type { DelegatedKey, FundingSource } from '../domain/delegated-key.ts';
import { uuidIn } from '../steps/credential-in.ts';
import { preparedKey, signerPayload } from '../steps/delegated-key.ts';
import { walletAccount } from '../steps/wallet-account.ts';

const desc = DelegatedKeyService.method.createDelegatedKey;
type Outcome = NonNullable<MessageInitShape<typeof CreateDelegatedKeyResponseSchema>['outcome']>;

/** The signed request determines the step. */
export const createDelegatedKey: AuthMethod<typeof desc> = async (request, context) => {
  const { store } = context;
  const source = await fundingSource(request, context);
  const { customerId } = await walletAccount(request.internalAccountId, context);
  const { nickname } = request;

  const { challenge, result } = await signedRetry<Outcome>(context, {
    desc,
    request,
    open: async () => {
      if (await store.delegatedKeys.activeOf(source.platformId, source.id)) throw alreadyActive();
      return { accountIds: [source.accountId], payload: signerPayload(source, nickname, context) };
    },
    run: async ({ operationId }) => {
      const allowed = await store.delegatedKeys.ofPolicyRequest(source.platformId, operationId);
      if (allowed) return { case: 'created', value: toDelegatedKey(await activate(allowed, context)) };
      const prepared = await preparedKey({ id: operationId, source, customerId, request }, context);
      return { case: 'challenge', value: toChallenge(prepared) };
    },
  });
  return { outcome: challenge ? { case: 'challenge', value: toChallenge(challenge) } : result };
};

async function fundingSource(request: CreateDelegatedKeyRequest, { caller, store }: AuthContext): Promise<FundingSource> {
  const { cardId, internalAccountId } = request;
  const source = await store.fundingSources.find({
    platformId: caller.platformId,
    cardId: uuidIn('Card', cardId),
    accountId: uuidIn('InternalAccount', internalAccountId),
  });
  if (source) return source;
  throw fail(ErrorCode.REFERENCE_NOT_FOUND, `${internalAccountId} is not a funding source of ${cardId}.`);
}

/** Of concurrently signed keys, one becomes the key of its funding source. */
async function activate(key: DelegatedKey, { clock, store }: AuthContext): Promise<DelegatedKey> {
  const { platformId, fundingSourceId } = key;
  return store.write(async (rows) => {
    await rows.fundingSources.lock(platformId, fundingSourceId);
    const active = await rows.delegatedKeys.activeOf(platformId, fundingSourceId);
    if (active && active.id !== key.id) throw alreadyActive();
    await rows.delegatedKeys.activate(key, clock.now());
    return (await rows.delegatedKeys.find(platformId, key.id)) ?? key;
  });
}

const alreadyActive = () =>
  duplicate(ErrorCode.CONFLICT, 'The funding source already has an active delegated key. Revoke it first.');
