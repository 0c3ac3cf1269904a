// Cards: their states, and the events that change them.

export interface Card {
  /** uuid of the platform. */
  readonly platformId: string;
  /** uuid. */
  readonly id: string;
  /** uuid of the customer. */
  readonly cardholderId: string;
  /** The id given by the platform, or else the uuid of the card. */
  readonly platformCardId: string;
  readonly state: CardState;
  /** Why the card is CLOSED. */
  readonly stateReason: CardStateReason | undefined;
  /** Of the card program. Never changes. */
  readonly currency: ProgramCurrency;
  /** Set when the issuer has provisioned the card. */
  readonly issued: Issued | undefined;
  /** In the order in which payments use them. A closed card keeps its last list. */
  readonly sources: readonly Source[];
  /** Maximum of one payment, in the smallest unit of the card's currency. */
  readonly maxSpend: bigint | undefined;
  /** Increases with every change. */
  readonly version: bigint;
  /** uuid of the operation of the last change. */
  readonly changedBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type CardState = 'PENDING_KYC' | 'PROCESSING' | 'ACTIVE' | 'FROZEN' | 'CLOSED';
export type CardStateReason = 'ISSUER_REJECTED' | 'CLOSED_BY_PLATFORM' | 'CLOSED_BY_SERVICE';
export type ProgramCurrency = 'USD' | 'EUR';

/** What the issuer returns about a provisioned card. The full number never enters this service. */
export interface Issued {
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  /** References at the processor and the issuer, for support. */
  readonly processorRef: string;
  readonly issuerRef: string;
}

/** An account that pays for a card. */
export interface Source {
  /** uuid of the pair: an account that is removed and added again gets a new one. */
  readonly id: string;
  /** uuid of the internal account. */
  readonly accountId: string;
  readonly currency: FundingCurrency;
  /** A wallet pays only while the pair has an ACTIVE delegated key. */
  readonly isWallet: boolean;
}

export type FundingCurrency = 'USD' | 'USDB' | 'EUR';

export type CardEvent = 'provisioned' | 'rejected' | 'frozen' | 'unfrozen' | 'closedByPlatform' | 'closedByService';

type Transitions = Readonly<Record<CardState, Readonly<Partial<Record<CardEvent, CardState>>>>>;

/** Every transition of a card. PENDING_KYC is never produced, because cards are issued to verified customers only. */
export const cardTransitions: Transitions = {
  PENDING_KYC: { closedByService: 'CLOSED' },
  PROCESSING: { provisioned: 'ACTIVE', rejected: 'CLOSED', closedByService: 'CLOSED' },
  ACTIVE: { frozen: 'FROZEN', closedByPlatform: 'CLOSED', closedByService: 'CLOSED' },
  FROZEN: { unfrozen: 'ACTIVE', closedByPlatform: 'CLOSED', closedByService: 'CLOSED' },
  CLOSED: {},
};

const reasons: Readonly<Partial<Record<CardEvent, CardStateReason>>> = {
  rejected: 'ISSUER_REJECTED',
  closedByPlatform: 'CLOSED_BY_PLATFORM',
  closedByService: 'CLOSED_BY_SERVICE',
};

/** The card after an event. Undefined if its state does not allow the event. */
export function cardAfter(card: Card, event: CardEvent): Card | undefined {
  const state = cardTransitions[card.state][event];
  return state && { ...card, state, stateReason: reasons[event] };
}

/** Whether its number may be shown. */
export function isRevealable({ state }: Pick<Card, 'state'>): boolean {
  return state === 'ACTIVE' || state === 'FROZEN';
}

/** The sources that can pay. A closed card has none, although it still shows them. */
export function attachedSources({ state, sources }: Pick<Card, 'state' | 'sources'>): readonly Source[] {
  return state === 'CLOSED' ? [] : sources;
}

/** The sources for a list of accounts, in its order. Accounts that pay already keep their ids. */
export function sourcesFor(
  accounts: readonly Omit<Source, 'id'>[],
  before: readonly Source[],
  newId: () => string,
): readonly Source[] {
  const known = new Map(before.map((source) => [source.accountId, source]));
  return accounts.map((account) => known.get(account.accountId) ?? { id: newId(), ...account });
}

/** Whether two lists have the same accounts in the same order. */
export function areSameSources(left: readonly Source[], right: readonly Source[]): boolean {
  return left.length === right.length && left.every(({ accountId }, at) => accountId === right[at]?.accountId);
}
