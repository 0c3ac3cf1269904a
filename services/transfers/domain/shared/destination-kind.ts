// What kind of account, or address, a payment goes to.
export type DestinationKind = 'INTERNAL' | 'BANK' | 'WALLET' | 'UMA';
