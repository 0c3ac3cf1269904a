// Finds the registrations that a new one continues, or that refuse it.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { Stablecoin } from '../domain/stablecoin.ts';
import type { Standing } from '../store/stablecoins.ts';
import type { StablecoinsStore } from '../store/store.ts';

/**
 * The registration that a new one continues: with an identifier or the symbol in common, on a REVOKED link of the platform. The one that this
 * call has made, if it is repeated. Throws CONFLICT for others.
 */
export async function earlierOf(token: Standing, rows: Rows, operationId: string): Promise<Stablecoin | undefined> {
  const similar = await rows.stablecoins.similar(token);
  const own = similar.find(({ registeredBy }) => registeredBy === operationId);
  if (own) return own;
  const links = await Promise.all(similar.map(({ linkId }) => rows.providerAccounts.find(token.platformId, linkId)));
  const revoked = similar.filter((_, index) => links[index]?.status === 'REVOKED');
  const earlier = revoked.find((other) => other.networkTokenIdentifier === token.networkTokenIdentifier) ?? revoked[0];
  const refusal = duplicateOf(
    token,
    similar.filter((other) => other !== earlier),
  );
  if (refusal) throw refusal;
  return earlier;
}

type Rows = Pick<StablecoinsStore, 'stablecoins' | 'providerAccounts'>;

function duplicateOf(token: Standing, others: readonly Stablecoin[]): Refusal | undefined {
  const isRegistered = (same: (other: Stablecoin) => boolean) => others.some(same);
  if (isRegistered((other) => other.networkTokenIdentifier === token.networkTokenIdentifier)) return networkTokenTaken();
  if (isRegistered(({ linkId, providerTokenIdentifier: id }) => linkId === token.linkId && id === token.providerTokenIdentifier))
    return registered('PROVIDER_TOKEN_EXISTS', 'The provider token is registered already.');
  if (isRegistered(({ symbol }) => symbol === token.symbol))
    return registered('SYMBOL_EXISTS', `The platform has a stablecoin with the symbol ${token.symbol} already.`);
  return undefined;
}

export const networkTokenTaken = () => registered('TOKEN_IDENTIFIER_EXISTS', 'The network token is registered already.');

const registered = (reason: string, message: string) => fail(ErrorCode.CONFLICT, message, { reason });
