// Refuses the registration of a token that is registered already.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { Stablecoin } from '../domain/stablecoin.ts';
import type { Standing } from '../store/stablecoins.ts';

/** Undefined if nothing is in the way. `similar`: registrations of the platform that have an identifier in common. */
export function duplicateOf(token: Standing, similar: readonly Stablecoin[]): Refusal | undefined {
  const isRegistered = (same: (other: Stablecoin) => boolean) => similar.some(same);
  if (isRegistered((other) => other.networkTokenIdentifier === token.networkTokenIdentifier)) return networkTokenTaken();
  if (isRegistered(({ linkId, providerTokenIdentifier: id }) => linkId === token.linkId && id === token.providerTokenIdentifier))
    return registered('PROVIDER_TOKEN_EXISTS', 'The provider token is registered already.');
  if (isRegistered(({ symbol }) => symbol === token.symbol))
    return registered('SYMBOL_EXISTS', `The platform has a stablecoin with the symbol ${token.symbol} already.`);
  return undefined;
}

export const networkTokenTaken = () => registered('TOKEN_IDENTIFIER_EXISTS', 'The network token is registered already.');

const registered = (reason: string, message: string) => fail(ErrorCode.CONFLICT, message, { reason });
