// The interface to issuing providers of stablecoins.
import type { Credentials } from '../domain/provider-account.ts';

export interface StablecoinProvider {
  /** Throws SERVICE_UNAVAILABLE if the provider cannot be reached. */
  verify(credentials: Credentials): Promise<Verified>;
}

export interface Verified {
  readonly isAccepted: boolean;
  /** The provider's own ids of the accounts that the credentials reach. */
  readonly accountIds: readonly string[];
}
