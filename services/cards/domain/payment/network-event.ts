// Events that the card network reports about a transaction.

export type NetworkEvent =
  /** `amount` of an ADVICE is the new total. */
  | { readonly kind: 'CLEARING' | 'RETURN' | 'ADVICE'; readonly amount: bigint }
  /** EXPIRY: the network has reversed or voided the authorization. */
  | { readonly kind: 'RETURN_REVERSAL' | 'EXPIRY' };
