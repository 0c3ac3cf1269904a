// Delegated keys: kept here for a card and the wallet that funds it, to sign that card's payments.

/** PENDING: what it may do is yet to be signed for. Only what is ACTIVE signs, and one of a funding source at most is. */
export type DelegatedKeyStatus = 'PENDING' | 'ACTIVE' | 'REVOKED';

/** A wallet account as a source of a card. Ids are uuids. */
export interface FundingSource {
  readonly id: string;
  readonly platformId: string;
  readonly cardId: string;
  readonly accountId: string;
}

export interface DelegatedKey {
  readonly id: string;
  readonly platformId: string;
  readonly fundingSourceId: string;
  readonly cardId: string;
  readonly accountId: string;
  readonly customerId: string;
  readonly nickname: string;
  /** Compressed hex. */
  readonly publicKey: string;
  /** The request that is to be signed for what the key may do. */
  readonly policyRequestId: string;
  readonly status: DelegatedKeyStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Every move that a key can make. */
export const delegatedKeyMoves = {
  PENDING: { allowed: 'ACTIVE' },
  ACTIVE: { revoked: 'REVOKED' },
  REVOKED: {},
} as const;
