// The provider of production platforms: outside of the services under test. It has one account and one token, and does what the test says.
import { create } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import {
  type CreateOperationRequest,
  CreateOperationResponseSchema,
  type FindOperationRequest,
  FindOperationResponseSchema,
  type FindTokenRequest,
  FindTokenResponseSchema,
  type ProviderCredentials,
  StablecoinProviderService,
  type VerifyCredentialsRequest,
  VerifyCredentialsResponseSchema,
} from '../../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import { OperationState } from '../../../gen/payments/stablecoins/v1/operation_progress_pb.ts';
import { StablecoinIssuanceStatus } from '../../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { fail } from '../../../services/kit/messages/fail.ts';
import type { World } from '../../kit/platform.ts';
import { newNetworkToken } from './network-tokens.ts';

/** Answers the calls of a world to `stablecoin_providers`. */
export function standInProvider({ absent }: Pick<World, 'absent'>) {
  const provider = {
    /** The accepted secret. */
    secret: 'secret',
    isReachable: true,
    /** Whether operations are created, but their answers are lost. */
    losesAnswers: false,
    /** Of all operations. */
    state: OperationState.PENDING as OperationState,
    token: {
      networkTokenIdentifier: newNetworkToken(),
      name: 'Harbor Dollar',
      symbol: 'HARBOR',
      baseCurrency: 'USD',
      decimals: 2,
      issuanceStatus: StablecoinIssuanceStatus.PROVISIONED,
    },
    /** How often each operation was requested, by its id. */
    requests: new Map<string, number>(),
  };
  const accepts = (credentials: ProviderCredentials | undefined): boolean => {
    if (!provider.isReachable) throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'The provider is not available.');
    return credentials?.apiClientSecret === provider.secret;
  };
  const progress = () => ({ state: provider.state, providerStatus: 'working' });
  const { method } = StablecoinProviderService;

  absent.answer(method.verifyCredentials, (request) => {
    const { credentials } = request as VerifyCredentialsRequest;
    const isAccepted = accepts(credentials);
    return create(VerifyCredentialsResponseSchema, { isAccepted, providerAccountIds: isAccepted ? ['acct_1'] : [] });
  });
  absent.answer(method.findToken, (request) => {
    const { credentials, providerTokenIdentifier } = request as FindTokenRequest;
    const isAccepted = accepts(credentials);
    const isKnown = isAccepted && providerTokenIdentifier === provider.token.symbol;
    return create(FindTokenResponseSchema, { isAccepted, ...(isKnown && { token: provider.token }) });
  });
  absent.answer(method.createOperation, (request) => {
    const { credentials, stablecoinOperationId: id } = request as CreateOperationRequest;
    if (!accepts(credentials)) return create(CreateOperationResponseSchema, { isAccepted: false });
    provider.requests.set(id, (provider.requests.get(id) ?? 0) + 1);
    if (provider.losesAnswers) throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'The answer is lost.');
    return create(CreateOperationResponseSchema, { isAccepted: true, progress: progress() });
  });
  absent.answer(method.findOperation, (request) => {
    const { credentials, stablecoinOperationId: id } = request as FindOperationRequest;
    const isAccepted = accepts(credentials);
    const isKnown = isAccepted && provider.requests.has(id);
    return create(FindOperationResponseSchema, { isAccepted, ...(isKnown && { progress: progress() }) });
  });
  return provider;
}
