// Finds the link that a registration uses, and refuses links that cannot be used.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { publicId, uuidIn } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { StablecoinsContext } from '../context.ts';
import { chooseLink } from '../domain/link-choice.ts';
import type { Provider, ProviderAccount } from '../domain/provider-account.ts';
import { accountNotFound } from './provider-account.ts';

/** `id`: the link that the request names. Throws the refusals of a link that cannot be used. */
export async function usableLink(
  { id, provider }: { readonly id: string | undefined; readonly provider: Provider },
  { caller, store }: StablecoinsContext,
): Promise<ProviderAccount> {
  if (id !== undefined) {
    const link = await store.providerAccounts.find(caller.platformId, uuidIn(id));
    if (!link) throw accountNotFound();
    return refuseUnusable(link);
  }
  const choice = chooseLink(await store.providerAccounts.ofProvider(caller.platformId, provider));
  if (choice.case === 'chosen') return choice.link;
  if (choice.case === 'several') {
    const stablecoinProviderAccountIds = choice.links.map((link) => publicId('StablecoinProviderAccount', link.id));
    const message = 'Several provider accounts are linked. Set stablecoinProviderAccountId.';
    throw fail(ErrorCode.STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED, message, { stablecoinProviderAccountIds });
  }
  if (choice.case === 'none') throw fail(ErrorCode.STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND, 'No provider account is linked.');
  throw choice.case === 'invalid' ? invalidLink() : revokedLink();
}

/** Throws STABLECOIN_PROVIDER_ACCOUNT_INVALID or _REVOKED. */
export function refuseUnusable(link: ProviderAccount): ProviderAccount {
  if (link.status === 'INVALID') throw invalidLink();
  if (link.status === 'REVOKED') throw revokedLink();
  return link;
}

export const invalidLink = () =>
  fail(
    ErrorCode.STABLECOIN_PROVIDER_ACCOUNT_INVALID,
    'The provider refuses the credentials of the provider account. Link it again with valid ones.',
  );

const revokedLink = () => fail(ErrorCode.STABLECOIN_PROVIDER_ACCOUNT_REVOKED, 'The provider account was revoked.');
