// The provider that the operator has connected: a separate process, called by RPC.
import type { Client } from '@connectrpc/connect';
import { status } from '@grpc/grpc-js';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type {
  ProviderToken,
  StablecoinProviderService,
} from '../../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { Refusal } from '../../kit/messages/fail.ts';
import { toProgress, toProviderRequest } from '../convert-progress.ts';
import { issuanceStatuses } from '../convert-stablecoin.ts';
import type { Operation } from '../domain/operation.ts';
import type { Token } from '../domain/stablecoin.ts';
import type { StablecoinProvider } from './provider.ts';

export function connectedProvider(client: Client<typeof StablecoinProviderService>): StablecoinProvider {
  return {
    verify: (credentials) =>
      answered(async () => {
        const { isAccepted, providerAccountIds: accountIds } = await client.verifyCredentials({ credentials });
        return { isAccepted, accountIds };
      }),
    findToken: (wanted) =>
      answered(async () => {
        const { isAccepted, token } = await client.findToken(wanted);
        return { isAccepted, token: token && tokenIn(token) };
      }),
    create: (requested) =>
      answered(async () => {
        const { isAccepted, progress } = await client.createOperation(toProviderRequest(requested));
        if (isAccepted && !progress) throw new RangeError('The provider accepted an operation without stating its progress.');
        return { isAccepted, progress: progress && toProgress(progress) };
      }),
    find: ({ credentials, providerAccountId, operation: { id } }) =>
      answered(async () => {
        const stablecoinOperationId = publicId('StablecoinOperation', id);
        const { isAccepted, progress } = await client.findOperation({ credentials, providerAccountId, stablecoinOperationId });
        return { isAccepted, progress: progress && toProgress(progress) };
      }),
    nextLook,
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The older an operation, the less often. */
function nextLook({ createdAt }: Operation, now: Date): Date {
  const ageMs = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.min(hourMs, Math.max(minuteMs, ageMs / 4)));
}

/** How often a call is repeated that could not connect. */
const reconnectsMax = 2;

/**
 * The answer of the provider. Its errors say nothing about the request: each becomes SERVICE_UNAVAILABLE, so that the call is repeated
 * under the same id.
 */
async function answered<T>(call: () => Promise<T>, reconnects = 0): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (isConnectError(cause) && reconnects < reconnectsMax) return await answered(call, reconnects + 1);
    const refusal = new Refusal(ErrorCode.SERVICE_UNAVAILABLE, 'The provider of stablecoins is not available. Try again.', {
      retryAfterSeconds: 30,
    });
    throw Object.assign(refusal, { cause });
  }
}

/** Whether no connection was made, so that the request cannot have arrived. */
function isConnectError(error: unknown): boolean {
  const failure = (error as Error).cause as Error | undefined;
  const { code, details } = (failure?.cause ?? {}) as { readonly code?: unknown; readonly details?: unknown };
  return code === status.UNAVAILABLE && String(details).includes('No connection established'); // the text of grpc-js
}

/** Throws for a token without a status. */
function tokenIn({ networkTokenIdentifier, name, symbol, baseCurrency, decimals, issuanceStatus }: ProviderToken): Token {
  const issuance = issuanceStatuses.get(issuanceStatus);
  if (issuance === undefined) throw new RangeError(`The provider returned the token ${symbol} without a status.`);
  return { networkTokenIdentifier, name, symbol, baseCurrency, decimals, issuanceStatus: issuance };
}
