// The kind of account or address that a payment goes to.
export type DestinationKind = 'INTERNAL' | 'BANK' | 'WALLET' | 'UMA';
