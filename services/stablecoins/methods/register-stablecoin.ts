// RegisterStablecoin: registers a token that exists at the provider, or binds a registration to another link.
import type { StablecoinService } from '../../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { type FieldError, invalidInput } from '../../kit/messages/validate.ts';
import type { StablecoinsContext, StablecoinsMethod } from '../context.ts';
import { toStablecoin } from '../convert-stablecoin.ts';
import type { ProviderAccount } from '../domain/provider-account.ts';
import type { Stablecoin, Token } from '../domain/stablecoin.ts';
import { issueLater } from '../jobs/sandbox-issuance.ts';
import { claimToken } from '../steps/claim-token.ts';
import { findProvider } from '../steps/find-provider.ts';
import { moveAccount } from '../steps/provider-account.ts';
import { duplicateOf, networkTokenTaken } from '../steps/refuse-duplicates.ts';
import { invalidLink, usableLink } from '../steps/usable-link.ts';

type Register = StablecoinsMethod<typeof StablecoinService.method.registerStablecoin>;
type Request = Parameters<Register>[0];

export const registerStablecoin: Register = async (request, context) => {
  const { caller, operationId, store } = context;
  const before = await store.stablecoins.find(caller.platformId, operationId);
  if (before) return toStablecoin(before, caller.environment);
  refuseTestToken(request, context);
  const link = await usableLink({ id: request.stablecoinProviderAccountId, provider: 'BRALE' }, context);
  const bound = await rebind(request, link, context);
  if (bound) return toStablecoin(bound, caller.environment);
  return toStablecoin(await register(request, link, context), caller.environment);
};

/** `btknrt1` is the prefix of test networks. */
function refuseTestToken({ networkTokenIdentifier: token }: Request, { caller }: StablecoinsContext): void {
  if (caller.environment === 'sandbox' || !token.startsWith('btknrt1')) return;
  throw invalid({ field: 'networkTokenIdentifier', message: 'must start with btkn1 in production' });
}

/** A registration of this token on a REVOKED link continues on the selected one. Undefined if there is none. */
async function rebind(
  { networkTokenIdentifier, providerTokenIdentifier }: Request,
  link: ProviderAccount,
  { caller, clock, operationId, store }: StablecoinsContext,
): Promise<Stablecoin | undefined> {
  const { platformId } = caller;
  const token = { platformId, linkId: link.id, providerTokenIdentifier, networkTokenIdentifier, symbol: '' };
  return store.write(async (rows) => {
    const similar = await rows.stablecoins.similar(token);
    const earlier = similar.find((one) => one.networkTokenIdentifier === networkTokenIdentifier);
    const locked = earlier && (await rows.stablecoins.lock(platformId, earlier.id));
    if (!locked || locked.registeredBy === operationId) return locked;
    const former = await rows.providerAccounts.find(platformId, locked.linkId);
    if (former?.status !== 'REVOKED') return undefined;
    const refusal = duplicateOf(
      token,
      similar.filter(({ id }) => id !== locked.id),
    );
    if (refusal) throw refusal;
    const bound = { ...locked, linkId: link.id, providerTokenIdentifier, registeredBy: operationId, updatedAt: clock.now() };
    await rows.stablecoins.update(bound);
    return bound;
  });
}

async function register(request: Request, link: ProviderAccount, context: StablecoinsContext): Promise<Stablecoin> {
  const { caller, clock, operationId, store } = context;
  const { providerTokenIdentifier, networkTokenIdentifier } = request;
  const { platformId } = caller;
  const identifiers = { platformId, linkId: link.id, providerTokenIdentifier, networkTokenIdentifier };
  const early = duplicateOf({ ...identifiers, symbol: '' }, await store.stablecoins.similar({ ...identifiers, symbol: '' }));
  if (early) throw early;
  const token = await foundToken(request, link, context);
  if (!(await claimToken(networkTokenIdentifier, operationId, context))) throw networkTokenTaken();
  const now = clock.now();
  const { networkTokenIdentifier: _, ...metadata } = token;
  const stablecoin: Stablecoin = {
    ...identifiers,
    ...metadata,
    id: operationId,
    provider: link.provider,
    serviceStatus: 'NOT_ENABLED',
    currency: undefined,
    registeredBy: operationId,
    createdAt: now,
    updatedAt: now,
  };
  return store.write(async (rows) => {
    if (!(await rows.stablecoins.insert(stablecoin))) {
      const made = await rows.stablecoins.find(platformId, operationId);
      if (made) return made;
      throw duplicateOf(stablecoin, await rows.stablecoins.similar(stablecoin)) ?? networkTokenTaken();
    }
    const report = issueLater(stablecoin, context);
    if (report) await rows.jobs.add(report);
    return stablecoin;
  });
}

/** Throws INVALID_INPUT for a token that the provider does not know so, and STABLECOIN_PROVIDER_ACCOUNT_INVALID. */
async function foundToken(request: Request, link: ProviderAccount, context: StablecoinsContext): Promise<Token> {
  const { providerTokenIdentifier, networkTokenIdentifier } = request;
  const { providerAccountId } = link;
  const credentials = await context.store.providerAccounts.credentialsOf(link);
  const wanted = { credentials, providerAccountId, providerTokenIdentifier };
  const { isAccepted, token } = await findProvider(context).findToken(wanted);
  if (!isAccepted) {
    await moveAccount(link.id, 'refused', context);
    throw invalidLink();
  }
  if (!token) throw invalid({ field: 'providerTokenIdentifier', message: 'does not exist on the provider account' });
  const known = token.networkTokenIdentifier ?? networkTokenIdentifier;
  if (known !== networkTokenIdentifier)
    throw invalid({ field: 'networkTokenIdentifier', message: 'differs from the network token that the provider states' });
  return token;
}

const invalid = (error: FieldError) => invalidInput([error]);
