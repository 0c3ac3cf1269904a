// An amount of one currency.

export interface Money {
  readonly currency: string;
  /** In the smallest unit. */
  readonly amount: bigint;
}
