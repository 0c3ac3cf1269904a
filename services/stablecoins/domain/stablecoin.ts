// Stablecoins: the states of their issuance and of their use in this installation.
import type { Provider } from './provider-account.ts';

export type IssuanceStatus = 'PENDING_REVIEW' | 'PROVISIONING' | 'PROVISIONED' | 'REJECTED' | 'FAILED';

/** The statuses that may follow each status, as the provider reports them. */
export const issuanceMachine: Readonly<Record<IssuanceStatus, readonly IssuanceStatus[]>> = {
  PENDING_REVIEW: ['PROVISIONING', 'REJECTED'],
  PROVISIONING: ['PROVISIONED', 'FAILED'],
  PROVISIONED: [],
  REJECTED: [],
  FAILED: [],
};

export type ServiceStatus = 'NOT_ENABLED' | 'PENDING_APPROVAL' | 'ENABLING' | 'ENABLED' | 'DISABLED';

/** The statuses that may follow each status, as the operator sets them. */
export const serviceMachine: Readonly<Record<ServiceStatus, readonly ServiceStatus[]>> = {
  NOT_ENABLED: ['PENDING_APPROVAL'],
  PENDING_APPROVAL: ['ENABLING'],
  ENABLING: ['ENABLED'],
  ENABLED: ['DISABLED'],
  DISABLED: ['ENABLED'],
};

/** A token as its provider describes it. */
export interface Token {
  /** Undefined in the sandbox, where any is accepted. */
  readonly networkTokenIdentifier: string | undefined;
  readonly name: string;
  readonly symbol: string;
  readonly baseCurrency: string;
  readonly decimals: number;
  readonly issuanceStatus: IssuanceStatus;
}

export interface Stablecoin extends Omit<Token, 'networkTokenIdentifier'> {
  /** uuid of the platform. */
  readonly platformId: string;
  /** uuid. */
  readonly id: string;
  readonly provider: Provider;
  /** uuid of the link. */
  readonly linkId: string;
  /** The provider's own code of the token. */
  readonly providerTokenIdentifier: string;
  readonly networkTokenIdentifier: string;
  readonly serviceStatus: ServiceStatus;
  /** The code of the token as a currency, once it was ENABLED. */
  readonly currency: string | undefined;
  /** uuid of the call that registered the token last. */
  readonly registeredBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A registration that continues on another link, with the same token or with another one of the same symbol. */
export function continuedAs(earlier: Stablecoin, token: Omit<Stablecoin, 'id' | 'serviceStatus' | 'currency'>): Stablecoin {
  const { id, serviceStatus, currency, createdAt, issuanceStatus } = earlier;
  const isSame = earlier.networkTokenIdentifier === token.networkTokenIdentifier;
  return { ...token, id, serviceStatus, currency, createdAt, ...(isSame && { issuanceStatus }) };
}

/** The stablecoin after a report of its provider, or the same object if the report changes nothing. */
export function afterIssuance(stablecoin: Stablecoin, issuanceStatus: IssuanceStatus, now: Date): Stablecoin {
  if (!issuanceMachine[stablecoin.issuanceStatus].includes(issuanceStatus)) return stablecoin;
  return { ...stablecoin, issuanceStatus, updatedAt: now };
}

/** The stablecoin after a decision of the operator, the same object if it was made before, or undefined if it is not allowed. */
export function afterDecision(stablecoin: Stablecoin, serviceStatus: ServiceStatus, now: Date): Stablecoin | undefined {
  if (serviceStatus === stablecoin.serviceStatus) return stablecoin;
  if (!serviceMachine[stablecoin.serviceStatus].includes(serviceStatus)) return undefined;
  const currency = serviceStatus === 'ENABLED' ? stablecoin.symbol : stablecoin.currency;
  return { ...stablecoin, serviceStatus, currency, updatedAt: now };
}
