// Delegated keys, which sign the payments of a card for the wallet that funds it.

/** PENDING: the signature over its permissions is missing. Only ACTIVE keys sign, at most one per funding source. */
export type DelegatedKeyStatus = 'PENDING' | 'ACTIVE' | 'REVOKED';

/** A wallet account that funds a card. Ids are uuids. */
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
  /** The request to sign the key's permissions. */
  readonly policyRequestId: string;
  readonly status: DelegatedKeyStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The transitions of a key. */
export const delegatedKeyMoves = {
  PENDING: { allowed: 'ACTIVE' },
  ACTIVE: { revoked: 'REVOKED' },
  REVOKED: {},
} as const;
