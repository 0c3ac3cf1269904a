// The legs of each step of a payment. Pure: the same transaction yields the same legs, so that a repeat is the same journal.

/** A ledger account: a part of an internal account, or a house account. */
export type Account =
  | { readonly accountId: string; readonly part: 'AVAILABLE' | 'HELD' | 'PENDING_IN' }
  | { readonly house: HouseName; readonly rail?: string };

export type HouseName =
  | 'FUNDING'
  | 'PAYOUT'
  | 'REFUND'
  | 'REFUND_SUSPENSE'
  | 'FX'
  | 'FEE_SERVICE'
  | 'FEE_COUNTERPARTY'
  | 'FEE_PLATFORM_PENDING'
  | 'PLATFORM_RECEIVABLE'
  | 'WORLD';

export interface Leg {
  readonly account: Account;
  readonly currency: string;
  /** A credit is positive. */
  readonly amount: bigint;
  /** Limits a debit to the balance of its account. The rest is booked here. */
  readonly restFrom?: Account;
}

/** The steps of a payment, by their names in the ledger. */
export type Step =
  | 'HOLD'
  | 'FUND'
  | 'DISPATCH'
  | 'SETTLE'
  | 'RELEASE'
  | 'REVERSE'
  | 'REFUND_DONE'
  | 'REFUND_FAIL'
  | 'IN_SEEN'
  | 'IN_UNSEEN'
  | 'IN'
  | 'IN_RETURN'
  | 'DEBIT';

/** The parts of a payment that its steps need. */
export interface Payment {
  /** uuid of the paying internal account. Absent: the money arrives through `fundingRail`. */
  readonly sourceId?: string;
  /** Name of the rail or network of external funds. */
  readonly fundingRail?: string;
  /** The received amount, if it differs from the requested amount. */
  readonly arrived?: bigint;
  /** uuid of the internal account that receives a refund, if it does not go back to the source. */
  readonly refundAccountId?: string;
  /** uuid of the receiving internal account. Absent: the money leaves through `rail`. */
  readonly destinationId?: string;
  readonly rail: string;
  readonly sendingCurrency: string;
  readonly receivingCurrency: string;
  readonly sending: bigint;
  readonly receiving: bigint;
  readonly platformFee: bigint;
  readonly serviceFee: bigint;
  readonly counterpartyFee: bigint;
  /** uuid of the internal account that receives the platform fee. Required if there is a fee. */
  readonly feeAccountId?: string;
}

/** A payment with the money that it has received. */
export type Brought = Pick<Payment, 'sourceId' | 'fundingRail' | 'arrived' | 'refundAccountId' | 'sendingCurrency' | 'sending'>;

export function holdLegs(payment: Payment): Leg[] {
  const { sendingCurrency: currency, sending } = payment;
  return merged([
    { account: origin(payment), currency, amount: -sending },
    { account: gathered(payment), currency, amount: sending },
  ]);
}

/** External money has arrived. */
export function fundLegs(payment: Brought): Leg[] {
  const { sendingCurrency: currency } = payment;
  return merged([
    { account: origin(payment), currency, amount: -broughtBy(payment) },
    { account: gathered(payment), currency, amount: broughtBy(payment) },
  ]);
}

/** The inverse legs. */
export function mirrorOf(legs: readonly Leg[]): Leg[] {
  return legs.map((leg) => ({ ...leg, amount: -leg.amount }));
}

export function dispatchLegs(payment: Payment): Leg[] {
  const { sendingCurrency, sending } = payment;
  return merged([{ account: gathered(payment), currency: sendingCurrency, amount: -sending }, ...spreadLegs(payment)]);
}

export function settleLegs(payment: Payment): Leg[] {
  const { feeAccountId, platformFee, sendingCurrency: currency } = payment;
  if (!feeAccountId) return merged(payoutLegs(payment));
  const pending: Leg = { account: house('FEE_PLATFORM_PENDING'), currency, amount: -platformFee };
  const fee: Leg = { account: available(feeAccountId), currency, amount: platformFee };
  return merged([...payoutLegs(payment), pending, fee]);
}

/** Before the dispatch: returns held or received money. */
export function releaseLegs(payment: Brought): Leg[] {
  const { sendingCurrency: currency } = payment;
  return merged([
    { account: gathered(payment), currency, amount: -broughtBy(payment) },
    { account: house('REFUND'), currency, amount: broughtBy(payment) },
  ]);
}

/**
 * After the dispatch: the inverse of the dispatch, and of the settlement if there was one, with the refund in place of the hold. The
 * platform returns its fee from its balance; it owes what is missing.
 */
export function reverseLegs(payment: Payment, isSettled: boolean): Leg[] {
  const { sendingCurrency: currency, platformFee, feeAccountId } = payment;
  const undone = isSettled ? [...spreadLegs(payment), ...payoutLegs(payment)] : spreadLegs(payment);
  const mirror = mirrorOf(undone);
  const refund: Leg = { account: house('REFUND'), currency, amount: payment.sending };
  if (!isSettled || !feeAccountId) return merged([...mirror, refund]);
  const keptFee: Leg = { account: house('FEE_PLATFORM_PENDING'), currency, amount: platformFee };
  const owed = house('PLATFORM_RECEIVABLE');
  const fee: Leg = { account: available(feeAccountId), currency, amount: -platformFee, restFrom: owed };
  return [...merged([...mirror, keptFee, refund]), fee];
}

export function refundDoneLegs(payment: Brought): Leg[] {
  const { sendingCurrency: currency, refundAccountId } = payment;
  return merged([
    { account: house('REFUND'), currency, amount: -broughtBy(payment) },
    { account: refundAccountId ? available(refundAccountId) : origin(payment), currency, amount: broughtBy(payment) },
  ]);
}

export function refundFailLegs(payment: Brought): Leg[] {
  const { sendingCurrency: currency } = payment;
  return merged([
    { account: house('REFUND'), currency, amount: -broughtBy(payment) },
    { account: house('REFUND_SUSPENSE'), currency, amount: broughtBy(payment) },
  ]);
}

/** Completes a refund that had failed. */
export function releasedLegs(payment: Brought): Leg[] {
  return merged([...mirrorOf(refundFailLegs(payment)), ...refundDoneLegs(payment)]);
}

export interface Deposit {
  /** uuid of the credited internal account. */
  readonly accountId: string;
  readonly currency: string;
  readonly amount: bigint;
  /** The rail or network of the money. */
  readonly rail: string;
}

/** External money, final immediately. */
export function incomingLegs({ accountId, currency, amount, rail }: Deposit): Leg[] {
  return merged([
    { account: { house: 'WORLD', rail }, currency, amount: -amount },
    { account: available(accountId), currency, amount },
  ]);
}

/** Money that an external party collects. */
export function debitLegs(debit: Deposit): Leg[] {
  return mirrorOf(incomingLegs(debit));
}

/** A debit that cannot be refused: the platform owes what the account lacks. */
export function forcedDebitLegs({ accountId, currency, amount, rail }: Deposit): Leg[] {
  return [
    { account: { house: 'WORLD', rail }, currency, amount },
    { account: available(accountId), currency, amount: -amount, restFrom: house('PLATFORM_RECEIVABLE') },
  ];
}

/** External money that is not final: counts in the total balance only. */
export function seenLegs({ accountId, currency, amount, rail }: Deposit): Leg[] {
  return [
    { account: { house: 'WORLD', rail }, currency, amount: -amount },
    { account: pendingIn(accountId), currency, amount },
  ];
}

/** The money never arrived. */
export function unseenLegs(deposit: Deposit): Leg[] {
  return mirrorOf(seenLegs(deposit));
}

/** The money is final. */
export function clearedLegs({ accountId, currency, amount }: Deposit): Leg[] {
  return [
    { account: pendingIn(accountId), currency, amount: -amount },
    { account: available(accountId), currency, amount },
  ];
}

/** Where the held money goes. In one currency the conversion cancels out and is omitted. */
function spreadLegs(payment: Payment): Leg[] {
  const { sendingCurrency, receivingCurrency, sending, receiving, platformFee, serviceFee, counterpartyFee } = payment;
  const isConverted = sendingCurrency !== receivingCurrency;
  const fees: Leg[] = [
    { account: house('FEE_SERVICE'), currency: sendingCurrency, amount: serviceFee },
    { account: house('FEE_PLATFORM_PENDING'), currency: sendingCurrency, amount: platformFee },
    { account: house('PAYOUT'), currency: receivingCurrency, amount: receiving },
    { account: house('FEE_COUNTERPARTY'), currency: receivingCurrency, amount: counterpartyFee },
  ];
  const conversion: Leg[] = [
    { account: house('FX'), currency: sendingCurrency, amount: sending - platformFee - serviceFee },
    { account: house('FX'), currency: receivingCurrency, amount: -(receiving + counterpartyFee) },
  ];
  return isConverted ? [...fees, ...conversion] : [...fees, ...excessOf(payment)];
}

/** In one currency, a locked receiving amount may leave a rounding difference of the fee, which stays in the conversion account. */
function excessOf({ sendingCurrency, sending, receiving, platformFee, serviceFee, counterpartyFee }: Payment): Leg[] {
  const amount = sending - platformFee - serviceFee - receiving - counterpartyFee;
  return [{ account: house('FX'), currency: sendingCurrency, amount }];
}

function payoutLegs(payment: Payment): Leg[] {
  const { receivingCurrency: currency, receiving } = payment;
  return [
    { account: house('PAYOUT'), currency, amount: -receiving },
    { account: receiverOf(payment), currency, amount: receiving },
  ];
}

/** The money that a payment has received so far. */
const broughtBy = ({ arrived, sending }: Brought) => arrived ?? sending;

/** Where the money was before the payment. */
function origin({ sourceId, fundingRail = '' }: Brought): Account {
  return sourceId ? available(sourceId) : { house: 'WORLD', rail: fundingRail };
}

/** Where the money waits for the dispatch. */
function gathered({ sourceId }: Brought): Account {
  return sourceId ? held(sourceId) : house('FUNDING');
}

function receiverOf({ destinationId, rail }: Payment): Account {
  return destinationId ? available(destinationId) : { house: 'WORLD', rail };
}

/** One leg per account and currency, without zero legs. */
function merged(legs: readonly Leg[]): Leg[] {
  const byAccount = new Map<string, Leg>();
  for (const leg of legs) {
    const key = JSON.stringify([leg.account, leg.currency]);
    const amount = (byAccount.get(key)?.amount ?? 0n) + leg.amount;
    byAccount.set(key, { ...leg, amount });
  }
  return [...byAccount.values()].filter(({ amount }) => amount !== 0n);
}

const available = (accountId: string): Account => ({ accountId, part: 'AVAILABLE' });
const held = (accountId: string): Account => ({ accountId, part: 'HELD' });
const pendingIn = (accountId: string): Account => ({ accountId, part: 'PENDING_IN' });
const house = (name: HouseName): Account => ({ house: name });
