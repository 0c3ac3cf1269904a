// The interface to issuing providers of stablecoins.
import type { ExternalAccountInfo } from '../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { Operation } from '../domain/operation.ts';
import type { Progress } from '../domain/operation-machine.ts';
import type { Credentials } from '../domain/provider-account.ts';
import type { Token } from '../domain/stablecoin.ts';

/** Every method throws SERVICE_UNAVAILABLE if the provider cannot be reached, or does not answer the question. */
export interface StablecoinProvider {
  /** `named`: the account in question, if the request names it. The credentials of the sandbox reach each one that is named. */
  verify(credentials: Credentials, named?: string): Promise<Verified>;
  findToken(wanted: WantedToken): Promise<FoundToken>;
  /** Starts an operation. If the provider knows its id, only returns its progress. */
  create(requested: RequestedOperation): Promise<FoundOperation>;
  find(known: KnownOperation): Promise<FoundOperation>;
  /** When to ask for the progress of an operation again, in case reports are lost. Undefined if nothing is expected. */
  nextLook(operation: Operation, now: Date): Date | undefined;
}

export interface KnownOperation {
  readonly credentials: Credentials;
  /** The provider's own id. */
  readonly providerAccountId: string;
  readonly operation: Operation;
}

export interface RequestedOperation extends KnownOperation {
  /** The bank account to debit. */
  readonly sourceAccount: ExternalAccountInfo | undefined;
  readonly destinationAccount: ExternalAccountInfo;
}

export interface FoundOperation {
  /** Whether the provider accepts the credentials. */
  readonly isAccepted: boolean;
  /** Undefined if the provider does not know the operation. */
  readonly progress: Progress | undefined;
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
