// Claims a UMA domain and its subdomain for a platform, before the change that uses them.
import { invalidInput } from '../../kit/messages/validate.ts';
import type { PlatformContext } from '../context.ts';
import { firstLabel, numbered } from '../domain/subdomain.ts';
import type { UmaName, UmaNameClaim } from '../store/uma-names.ts';

/** Longer than any call: an older claim without a configuration was abandoned. */
const claimMs = 3_600_000;

/** The subdomain for the domain. Repeatable. Throws if the domain belongs to another platform. */
export async function claimUmaDomain(umaDomain: string, context: PlatformContext): Promise<string> {
  if (!(await claim({ kind: 'umaDomain', name: umaDomain }, context)))
    throw invalidInput([{ field: 'umaDomain', message: 'is used by another platform' }]);

  const label = firstLabel(umaDomain);
  for (let count = 1; ; count++) {
    const name = numbered(label, count);
    if (await claim({ kind: 'proxyUmaSubdomain', name }, context)) return name;
  }
}

async function claim(name: UmaName, { caller, store, wall }: PlatformContext): Promise<boolean> {
  const own: UmaNameClaim = { ...name, platformId: caller.platformId, claimedAt: wall.now() };
  const other = await store.umaNames.claim(own);
  if (!other) return true;
  if (other.claimedAt.getTime() > wall.now().getTime() - claimMs) return false;
  const holder = await store.platforms.find(other.platformId);
  if (holder?.[name.kind] === name.name) return false;
  return store.umaNames.takeOver(other, own);
}
