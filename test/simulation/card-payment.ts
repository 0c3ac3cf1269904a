// A card transaction of the simulation, and what the API shows of it.

export interface Card {
  readonly id: string;
  readonly payer: number;
  state: 'ACTIVE' | 'FROZEN' | 'CLOSED';
}

/** Of every card, for a single transaction. */
export const spendingLimit = 40_000;

export interface CardPayment {
  readonly card: Card;
  readonly token: string;
  readonly isDebit: boolean;
  status: 'AUTHORIZED' | 'PARTIALLY_SETTLED' | 'SETTLED' | 'REFUNDED' | 'EXCEPTION';
  declineReason?: string;
  authorized: number;
  held: number;
  /** All attempts to debit the account. */
  pulls: number;
  pulled: number;
  clearings: number;
  settled: number;
  readonly returns: number[];
  /** What the account did not cover. */
  owed: number;
}

export const openings = [
  ...(['authorization', 'authorization', 'authorization', 'financial_authorization'] as const),
  ...(['credit_authorization', 'credit_authorization_advice', 'financial_credit_authorization'] as const),
];

/** What the network reports in each status: rather what it allows. */
export const events = {
  AUTHORIZED: ['clearing', 'clearing', 'clearing', 'authorization_advice', 'authorization_advice', 'return'],
  PARTIALLY_SETTLED: ['clearing', 'clearing', 'authorization_advice', 'return', 'return_reversal'],
  SETTLED: ['return', 'return', 'return', 'clearing'],
  REFUNDED: ['return_reversal', 'return_reversal', 'authorization_advice'],
  EXCEPTION: ['return', 'return', 'return', 'clearing'],
} as const;

export interface Opening {
  readonly kind: (typeof openings)[number];
  readonly token: string;
  readonly amount: number;
}

export interface CardEvent {
  readonly kind: (typeof events)[CardPayment['status']][number];
  readonly amount: number;
}

export const isOpen = ({ status }: CardPayment) => status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED';

export const netOf = ({ settled, returns }: CardPayment) => settled - sumOf(returns);

/** What is left to clear or to return. */
export const leftOf = (payment: CardPayment) => (isOpen(payment) ? payment.authorized - payment.settled : netOf(payment));

/** Whether an event can still change it. */
export const isAlive = (payment: CardPayment) => isOpen(payment) || (payment.isDebit && payment.clearings > 0);

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** What the API must show. Summaries are count and total. */
export function expected(payment: CardPayment) {
  const { token, status, declineReason, authorized, clearings, settled, pulls, pulled, returns } = payment;
  const refunded = sumOf(returns);
  return {
    token,
    status,
    declineReason,
    authorized,
    settled: clearings > 0 ? settled : undefined,
    refunded: refunded > 0 ? refunded : undefined,
    summaries: [pulls, pulled, clearings, settled, returns.length, refunded],
  };
}

interface Summary {
  readonly count: number;
  readonly totalAmount: number;
}

/** A card transaction of the API. */
export interface CardTransactionBody {
  readonly id: string;
  readonly issuerTransactionToken: string;
  readonly status: CardPayment['status'];
  readonly declineReason?: string;
  readonly authorizedAmount: { readonly amount: number };
  readonly settledAmount?: { readonly amount: number };
  readonly refundedAmount?: { readonly amount: number };
  readonly pullSummary: Summary & { readonly pendingCount: number };
  readonly settlementSummary: Summary;
  readonly refundSummary: Summary;
}

/** What it shows. */
export function shownBy(body: CardTransactionBody): ReturnType<typeof expected> {
  const summaries = [body.pullSummary, body.settlementSummary, body.refundSummary];
  return {
    token: body.issuerTransactionToken,
    status: body.status,
    declineReason: body.declineReason,
    authorized: body.authorizedAmount.amount,
    settled: body.settledAmount?.amount,
    refunded: body.refundedAmount?.amount,
    summaries: summaries.flatMap(({ count, totalAmount }) => [count, totalAmount]),
  };
}
