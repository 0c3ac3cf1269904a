// Where the money of a transaction has moved on a chain.

export interface OnChainTransaction {
  readonly hash: string;
  /** Name of the network. */
  readonly network: string;
}

/** What rails have told of the ends of a transaction. */
export interface OnChain {
  readonly source?: OnChainTransaction;
  readonly destination?: OnChainTransaction;
}
