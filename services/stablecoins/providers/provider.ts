// The interface to issuing providers of stablecoins.
import type { Credentials } from '../domain/provider-account.ts';
import type { Token } from '../domain/stablecoin.ts';

export interface StablecoinProvider {
  /** Throws SERVICE_UNAVAILABLE if the provider cannot be reached. */
  verify(credentials: Credentials): Promise<Verified>;
  /** Throws SERVICE_UNAVAILABLE if the provider cannot be reached. */
  findToken(wanted: WantedToken): Promise<FoundToken>;
}

export interface WantedToken {
  readonly credentials: Credentials;
  /** The provider's own ids. */
  readonly providerAccountId: string;
  readonly providerTokenIdentifier: string;
}

export interface FoundToken {
  /** Whether the provider accepts the credentials. */
  readonly isAccepted: boolean;
  /** Undefined if the account has no such token. */
  readonly token: Token | undefined;
}

export interface Verified {
  readonly isAccepted: boolean;
  /** The provider's own ids of the accounts that the credentials reach. */
  readonly accountIds: readonly string[];
}
