// A delegated key between its two signatures: created, sealed, and waiting for the signature over its permissions.
import { create } from '@bufbuild/protobuf';
import { type CreateDelegatedKeyRequest, DelegatedKeyService } from '../../../gen/payments/auth/v1/delegated_key_pb.ts';
import {
  type OpenedRequest,
  OpenedRequestSchema,
  OpenRequestRequestSchema,
} from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { identityOf } from '../../kit/calls/signed-retry.ts';
import { activityPayload } from '../../kit/core/activity.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { AuthContext } from '../context.ts';
import type { DelegatedKey, FundingSource } from '../domain/delegated-key.ts';
import { compressed, newScalar, publicPoint } from '../domain/wallet/keys.ts';
import type { SignedRequest } from '../domain/wallet/signed-request.ts';
import { newRequest, toOpened } from './new-request.ts';

/** The text of the first signature: the new signer of the wallet. */
export function signerPayload(source: FundingSource, nickname: string, { clock }: AuthContext): string {
  const parameters = { ...namesOf(source), userName: nickname };
  return activityPayload({ type: 'CREATE_USERS', accountId: source.accountId, parameters, at: clock.now() });
}

export interface Preparation {
  /** uuid of the key, and of the request that was signed for it. */
  readonly id: string;
  readonly source: FundingSource;
  /** uuid of the owner of the wallet. */
  readonly customerId: string;
  readonly request: CreateDelegatedKeyRequest;
}

/** Creates the key, once per id, and requests the second signature. The same id returns the same request. */
export async function preparedKey(
  { id, source, customerId, request }: Preparation,
  context: AuthContext,
): Promise<OpenedRequest> {
  const { caller, clock, ids, store } = context;
  const scalar = newScalar();
  const now = clock.now();
  const key: DelegatedKey = {
    id,
    platformId: caller.platformId,
    fundingSourceId: source.id,
    cardId: source.cardId,
    accountId: source.accountId,
    customerId,
    nickname: request.nickname,
    publicKey: compressed(publicPoint(scalar).toString('hex')) ?? '',
    policyRequestId: ids.next(),
    status: 'PENDING',
    createdAt: now,
    updatedAt: now,
  };
  const asked = await store.write(async (rows) => {
    await rows.delegatedKeys.insert(key, scalar);
    const kept = (await rows.delegatedKeys.find(caller.platformId, id)) ?? key;
    await rows.requests.insert(policyRequest(kept, request, context));
    return rows.requests.find(caller.platformId, kept.policyRequestId);
  });
  if (!asked) throw new TypeError('A request was opened and is not there.');
  return create(OpenedRequestSchema, toOpened(asked));
}

/** The text of the second signature: the permissions of the key, which are payments with the card from the wallet. */
function policyRequest(key: DelegatedKey, request: CreateDelegatedKeyRequest, context: AuthContext): SignedRequest {
  const { accountId, publicKey, policyRequestId } = key;
  const policies = [{ effect: 'EFFECT_ALLOW', purpose: 'CARD_PAYMENT', ...namesOf({ ...key, id: key.fundingSourceId }) }];
  const payload = activityPayload({
    type: 'CREATE_POLICIES',
    accountId,
    parameters: { policies, publicKey },
    at: context.clock.now(),
  });
  const identity = identityOf(DelegatedKeyService.method.createDelegatedKey, request);
  const asked = create(OpenRequestRequestSchema, { ...identity, accountIds: [accountId], payload });
  return newRequest(asked, policyRequestId, context);
}

function namesOf({ id, cardId }: Pick<FundingSource, 'id' | 'cardId'>) {
  return { cardId: publicId('Card', cardId), fundingSourceId: publicId('CardFundingSource', id) };
}
