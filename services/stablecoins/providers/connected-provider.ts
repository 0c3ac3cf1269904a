// The provider that the operator has connected: a separate process, called by RPC.
import type { Client } from '@connectrpc/connect';
import type { StablecoinProviderService } from '../../../gen/payments/stablecoin_providers/v1/stablecoin_provider_pb.ts';
import type { StablecoinProvider } from './provider.ts';

export function connectedProvider(client: Client<typeof StablecoinProviderService>): StablecoinProvider {
  return {
    verify: async (credentials) => {
      const { isAccepted, providerAccountIds: accountIds } = await client.verifyCredentials({ credentials });
      return { isAccepted, accountIds };
    },
  };
}
