// Finds the provider of a caller: the sandbox's, or the one that the operator has connected.
import type { StablecoinsContext } from '../context.ts';
import { connectedProvider } from '../providers/connected-provider.ts';
import type { StablecoinProvider } from '../providers/provider.ts';
import { sandboxOperations } from '../providers/sandbox-operations.ts';
import { sandboxTokens } from '../providers/sandbox-provider.ts';

export function findProvider({ caller, clients, clock, sandboxTimeScale }: StablecoinsContext): StablecoinProvider {
  if (caller.environment === 'production') return connectedProvider(clients.provider);
  return { ...sandboxTokens, ...sandboxOperations(clock.now(), sandboxTimeScale) };
}
