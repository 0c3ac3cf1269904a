// The provider that the operator has connected: a separate process, called by RPC.
import type { Client } from '@connectrpc/connect';
import type {
  ProviderToken,
  StablecoinProviderService,
} from '../../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import { issuanceStatuses } from '../convert-stablecoin.ts';
import type { Token } from '../domain/stablecoin.ts';
import type { StablecoinProvider } from './provider.ts';

export function connectedProvider(client: Client<typeof StablecoinProviderService>): StablecoinProvider {
  return {
    verify: async (credentials) => {
      const { isAccepted, providerAccountIds: accountIds } = await client.verifyCredentials({ credentials });
      return { isAccepted, accountIds };
    },
    findToken: async (wanted) => {
      const { isAccepted, token } = await client.findToken(wanted);
      return { isAccepted, token: token && tokenIn(token) };
    },
  };
}

/** Throws for a token without a status. */
function tokenIn({ networkTokenIdentifier, name, symbol, baseCurrency, decimals, issuanceStatus }: ProviderToken): Token {
  const status = issuanceStatuses.get(issuanceStatus);
  if (status === undefined) throw new RangeError(`The provider returned the token ${symbol} without a status.`);
  return { networkTokenIdentifier, name, symbol, baseCurrency, decimals, issuanceStatus: status };
}
