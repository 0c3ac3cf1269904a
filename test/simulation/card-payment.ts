// A card transaction of the simulation, and what the API shows of it. All amounts are in cents, also those of wallets.

/** An account that funds cards. */
export interface Account {
  readonly id: string;
  readonly customerId: string;
  /** In the model of balances. */
  readonly number: number;
  readonly isWallet: boolean;
}

/** The smallest units of its currency per cent: USDB has six decimals. */
export const unitsOf = ({ isWallet }: Account) => (isWallet ? 10_000 : 1);

export interface Card {
  readonly id: string;
  /** All accounts of its holder. */
  readonly accounts: readonly Account[];
  state: 'PROCESSING' | 'ACTIVE' | 'FROZEN' | 'CLOSED';
  /** Those that pay, in their order. */
  sources: readonly Account[];
  /** Of the delegated key of the wallet. */
  keyId?: string | undefined;
}

/** Of every card, for a single transaction. */
export const spendingLimit = 40_000;

export interface CardPayment {
  readonly card: Card;
  readonly token: string;
  readonly isDebit: boolean;
  readonly suffix: Suffix;
  account: Account;
  status: 'AUTHORIZED' | 'PARTIALLY_SETTLED' | 'SETTLED' | 'REFUNDED' | 'EXCEPTION';
  /** Why an EXCEPTION owes nothing. */
  ending?: 'DECLINED' | 'FAILED' | 'WRITTEN_OFF' | undefined;
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
  /** What the operator has absorbed of it. */
  lost: number;
}

/** Ends of the merchant's descriptor: the last four select the end of the transaction's id. */
export type Suffix = '000' | '002' | '003' | '005' | '006' | '102' | '103' | '105' | '106';

/** Messages that open a transaction, by the paths of their simulations. */
export const messages = {
  authorization: 'AUTHORIZATION',
  financial_authorization: 'FINANCIAL',
  balance_inquiry: 'BALANCE_INQUIRY',
  credit_authorization: 'CREDIT',
  credit_authorization_advice: 'CREDIT',
  financial_credit_authorization: 'FINANCIAL_CREDIT',
} as const;

export interface Opening {
  readonly path: keyof typeof messages;
  readonly token: string;
  readonly amount: number;
  readonly suffix: Suffix;
}

/** Whether it debits an account. */
export const isPull = ({ path }: Pick<Opening, 'path'>) => path === 'authorization' || path === 'financial_authorization';

export interface CardEvent {
  readonly kind: 'CLEARING' | 'ADVICE' | 'RETURN' | 'RETURN_REVERSAL' | 'REVERSAL';
  readonly amount: number;
}

export const isOpen = ({ status }: CardPayment) => status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED';

/** Approved, and not paid in full. */
export const isUnpaid = ({ status, ending }: CardPayment) => status === 'EXCEPTION' && ending === undefined;

/** Whether the network can still report an event of it. */
export const isApproved = ({ ending, authorized }: CardPayment) =>
  authorized > 0 && (ending === undefined || ending === 'WRITTEN_OFF');

export const netOf = ({ settled, returns }: CardPayment) => settled - sumOf(returns);

export const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** What the API must show. Summaries are count and total. */
export function expected(payment: CardPayment) {
  const { token, status, declineReason, account, authorized, clearings, settled, pulls, pulled, returns } = payment;
  const [refunded, units] = [sumOf(returns), unitsOf(account)];
  return {
    token,
    status,
    declineReason,
    accountId: account.id,
    authorized,
    settled: clearings > 0 ? settled : undefined,
    refunded: refunded > 0 ? refunded : undefined,
    summaries: [pulls, pulled * units, clearings, settled * units, returns.length, refunded * units],
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
  readonly accountId: string;
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
    accountId: body.accountId,
    authorized: body.authorizedAmount.amount,
    settled: body.settledAmount?.amount,
    refunded: body.refundedAmount?.amount,
    summaries: summaries.flatMap(({ count, totalAmount }) => [count, totalAmount]),
  };
}
