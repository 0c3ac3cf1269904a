// On-chain transactions of payments.

export interface OnChainTransaction {
  readonly hash: string;
  /** Name of the network. */
  readonly network: string;
}

/** The on-chain transactions that rails have reported for source and destination. */
export interface OnChain {
  readonly source?: OnChainTransaction;
  readonly destination?: OnChainTransaction;
}
