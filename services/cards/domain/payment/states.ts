// The states of card transactions, and how the API shows them.

/** From the view of the account. */
export type Direction = 'DEBIT' | 'CREDIT';

export type CardStatus = 'AUTHORIZED' | 'PARTIALLY_SETTLED' | 'SETTLED' | 'REFUNDED' | 'EXCEPTION';

interface State {
  readonly shown: CardStatus;
  readonly means: string;
}

export const paymentStates = {
  TENTATIVE: { shown: 'AUTHORIZED', means: 'Requested, and not booked yet. Hidden.' },
  AUTHORIZED: { shown: 'AUTHORIZED', means: 'Approved. A debit holds its amount.' },
  PARTIALLY_SETTLED: { shown: 'PARTIALLY_SETTLED', means: 'A part was cleared. The rest is still held.' },
  SETTLED: { shown: 'SETTLED', means: 'Cleared. Nothing is held.' },
  EXPIRED: { shown: 'SETTLED', means: 'Ended before everything was cleared. Nothing is held.' },
  REFUNDED: { shown: 'REFUNDED', means: 'Everything that was cleared was returned.' },
  DECLINED: { shown: 'EXCEPTION', means: 'Declined. No money moved.' },
  FAILED: { shown: 'EXCEPTION', means: 'A message without a debit that failed at the issuer. No money moved.' },
  PULL_FAILED: {
    shown: 'EXCEPTION',
    means: 'The debit of the account failed after the approval. The customer owes what was cleared.',
  },
  SHORT: { shown: 'EXCEPTION', means: 'The account did not cover everything. The customer owes the rest.' },
  WRITTEN_OFF: { shown: 'EXCEPTION', means: 'The operator has absorbed what the account did not cover.' },
} as const satisfies Readonly<Record<string, State>>;

export type PaymentState = keyof typeof paymentStates;

/** Events of the network change these amounts, and cards that close end them. */
export const openStates: readonly PaymentState[] = ['AUTHORIZED', 'PARTIALLY_SETTLED'];

export function isOpen({ state }: { readonly state: PaymentState }): boolean {
  return openStates.includes(state);
}

export function statusOf({ state }: { readonly state: PaymentState }): CardStatus {
  return paymentStates[state].shown;
}

/** The states with a status, except for the hidden one. */
export function statesShownAs(status: CardStatus): PaymentState[] {
  const states = Object.keys(paymentStates) as PaymentState[];
  return states.filter((state) => state !== 'TENTATIVE' && paymentStates[state].shown === status);
}
