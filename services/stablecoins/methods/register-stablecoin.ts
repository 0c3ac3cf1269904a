// RegisterStablecoin: registers a token that exists at the provider, or binds a registration to another link.
import type { StablecoinService } from '../../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { type FieldError, invalidInput } from '../../kit/messages/validate.ts';
import type { StablecoinsContext, StablecoinsMethod } from '../context.ts';
import { toStablecoin } from '../convert-stablecoin.ts';
import type { ProviderAccount } from '../domain/provider-account.ts';
import { continuedAs, type Stablecoin, type Token } from '../domain/stablecoin.ts';
import { issueLater } from '../jobs/sandbox-issuance.ts';
import { claimToken } from '../steps/claim-token.ts';
import { findProvider } from '../steps/find-provider.ts';
import { moveAccount } from '../steps/provider-account.ts';
import { earlierOf, networkTokenTaken } from '../steps/refuse-duplicates.ts';
import { invalidLink, usableLink } from '../steps/usable-link.ts';

type Register = StablecoinsMethod<typeof StablecoinService.method.registerStablecoin>;
type Request = Parameters<Register>[0];

export const registerStablecoin: Register = async (request, context) => {
  const { caller, operationId, store } = context;
  const before = await store.stablecoins.find(caller.platformId, operationId);
  if (before) return toStablecoin(before, caller.environment);
  refuseTestToken(request, context);
  const link = await usableLink({ id: request.stablecoinProviderAccountId, provider: 'BRALE' }, context);
  return toStablecoin(await register(request, link, context), caller.environment);
};

/** `btknrt1` is the prefix of test networks. */
function refuseTestToken({ networkTokenIdentifier: token }: Request, { caller }: StablecoinsContext): void {
  if (caller.environment === 'sandbox' || !token.startsWith('btknrt1')) return;
  throw invalid({ field: 'networkTokenIdentifier', message: 'must start with btkn1 in production' });
}

async function register(request: Request, link: ProviderAccount, context: StablecoinsContext): Promise<Stablecoin> {
  const { caller, clock, operationId, store } = context;
  const { providerTokenIdentifier, networkTokenIdentifier } = request;
  const identifiers = { platformId: caller.platformId, linkId: link.id, providerTokenIdentifier, networkTokenIdentifier };
  const own = await earlierOf({ ...identifiers, symbol: '' }, store, operationId); // refuses before the provider is called
  if (own?.registeredBy === operationId) return own;
  const { networkTokenIdentifier: _, ...metadata } = await foundToken(request, link, context);
  const token = { ...identifiers, ...metadata };
  const earlier = await earlierOf(token, store, operationId);
  if (!(await claimToken(networkTokenIdentifier, earlier?.id ?? operationId, context))) throw networkTokenTaken();

  const now = clock.now();
  const registration = { provider: link.provider, registeredBy: operationId, createdAt: now, updatedAt: now };
  const registered = await record({ ...token, ...registration }, earlier, context);
  return registered ?? register(request, link, context);
}

/** Undefined if the registrations of the platform have changed since `earlier` was found. */
function record(
  token: Omit<Stablecoin, 'id' | 'serviceStatus' | 'currency'>,
  earlier: Stablecoin | undefined,
  context: StablecoinsContext,
): Promise<Stablecoin | undefined> {
  const { operationId, store } = context;
  return store.write(async (rows) => {
    const locked = earlier && (await rows.stablecoins.lock(token.platformId, earlier.id));
    const current = await earlierOf(token, rows, operationId);
    if (current?.registeredBy === operationId) return current;
    if (current?.id !== locked?.id) return undefined;
    const stablecoin: Stablecoin = locked
      ? continuedAs(locked, token)
      : { ...token, id: operationId, serviceStatus: 'NOT_ENABLED', currency: undefined };
    if (locked) await rows.stablecoins.update(stablecoin);
    else if (!(await rows.stablecoins.insert(stablecoin))) return rows.stablecoins.find(token.platformId, operationId);
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
