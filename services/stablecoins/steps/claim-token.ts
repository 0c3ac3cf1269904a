// Claims a network token for a registration, before the registration is stored.
import type { StablecoinsContext } from '../context.ts';
import type { TokenHolder } from '../store/stablecoins.ts';

/** A claim that no registration uses can be taken over after this time. */
const unusedMs = 60 * 60 * 1000;

/** False if a registration that is not FAILED holds the token, on any platform of the environment. */
export async function claimToken(token: string, stablecoinId: string, context: StablecoinsContext): Promise<boolean> {
  const { caller, store, wall } = context;
  const { environment, platformId } = caller;
  const holder: TokenHolder = { platformId, stablecoinId, claimedAt: wall.now() };
  if (await store.networkTokens.claim(environment, token, holder)) return true;
  const former = await store.networkTokens.find(environment, token);
  if (former?.stablecoinId === stablecoinId) return true;
  if (!former || (await isHeld(token, former, context))) return false;
  return store.networkTokens.claim(environment, token, holder, former);
}

/** A registration that continues with another token gives up the former one. */
async function isHeld(token: string, holder: TokenHolder, { store, wall }: StablecoinsContext): Promise<boolean> {
  const { platformId, stablecoinId, claimedAt } = holder;
  const stablecoin = await store.stablecoins.find(platformId, stablecoinId);
  if (stablecoin?.networkTokenIdentifier === token) return stablecoin.issuanceStatus !== 'FAILED';
  return wall.now().getTime() - claimedAt.getTime() < unusedMs;
}
