// Finds the provider of a caller: the sandbox's, or the one that the operator has connected.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { StablecoinsContext } from '../context.ts';
import { connectedProvider } from '../providers/connected-provider.ts';
import type { StablecoinProvider } from '../providers/provider.ts';
import { sandboxProvider } from '../providers/sandbox-provider.ts';

/** Throws NOT_IMPLEMENTED for production platforms if no provider is connected. */
export function findProvider({ caller, clients, isProviderConnected }: StablecoinsContext): StablecoinProvider {
  if (caller.environment === 'sandbox') return sandboxProvider;
  if (isProviderConnected) return connectedProvider(clients.provider);
  throw fail(ErrorCode.NOT_IMPLEMENTED, 'No provider of stablecoins is connected to this installation.');
}
