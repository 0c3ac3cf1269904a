// What each step of a payment books. Pure: the same transaction gives the same legs, so that a repeat is the same journal.

/** An account of the ledger: a part of an internal account, or one of the house. */
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
  /** A debit that takes no more than the account holds; the rest goes here. */
  readonly restFrom?: Account;
}

/** The steps of a payment, by the name that the ledger knows them under. */
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

/** What the steps need to know of a payment. */
export interface Payment {
  /** uuid of the internal account that pays; absent: the money comes by `fundingRail`. */
  readonly sourceId?: string;
  /** What brings money from outside: the name of a rail or network. */
  readonly fundingRail?: string;
  /** What came, where that is not what was asked for. */
  readonly arrived?: bigint;
  /** uuid of the internal account that a refund goes to, where it does not go back where the money came from. */
  readonly refundAccountId?: string;
  /** uuid of the internal account that is paid; absent: the money leaves by `rail`. */
  readonly destinationId?: string;
  readonly rail: string;
  readonly sendingCurrency: string;
  readonly receivingCurrency: string;
  readonly sending: bigint;
  readonly receiving: bigint;
  readonly platformFee: bigint;
  readonly serviceFee: bigint;
  readonly counterpartyFee: bigint;
  /** uuid of the internal account that takes the platform's fee. Present when there is one. */
  readonly feeAccountId?: string;
}

/** A payment as far as it has been given money. */
export type Brought = Pick<Payment, 'sourceId' | 'fundingRail' | 'arrived' | 'refundAccountId' | 'sendingCurrency' | 'sending'>;

export function holdLegs(payment: Payment): Leg[] {
  const { sendingCurrency: currency, sending } = payment;
  return merged([
    { account: origin(payment), currency, amount: -sending },
    { account: gathered(payment), currency, amount: sending },
  ]);
}

/** Money from outside has come. */
export function fundLegs(payment: Brought): Leg[] {
  const { sendingCurrency: currency } = payment;
  return merged([
    { account: origin(payment), currency, amount: -broughtBy(payment) },
    { account: gathered(payment), currency, amount: broughtBy(payment) },
  ]);
}

/** What undoes these legs. */
export function mirrorOf(legs: readonly Leg[]): Leg[] {
  return legs.map((leg) => ({ ...leg, amount: -leg.amount }));
}

export function dispatchLegs(payment: Payment): Leg[] {
  const { sendingCurrency, sending } = payment;
  return merged([{ account: gathered(payment), currency: sendingCurrency, amount: -sending }, ...spreadLegs(payment)]);
}

/** The platform's fee first repays what the platform owes of fees that were taken back. */
export function settleLegs(payment: Payment): Leg[] {
  const { feeAccountId, platformFee, sendingCurrency: currency } = payment;
  if (!feeAccountId) return merged(payoutLegs(payment));
  const pending: Leg = { account: house('FEE_PLATFORM_PENDING'), currency, amount: -platformFee };
  const rest = available(feeAccountId);
  const fee: Leg = { account: house('PLATFORM_RECEIVABLE'), currency, amount: platformFee, restFrom: rest };
  return [...merged([...payoutLegs(payment), pending]), fee];
}

/** Before the dispatch: what is held or came goes back. */
export function releaseLegs(payment: Brought): Leg[] {
  const { sendingCurrency: currency } = payment;
  return merged([
    { account: gathered(payment), currency, amount: -broughtBy(payment) },
    { account: house('REFUND'), currency, amount: broughtBy(payment) },
  ]);
}

/**
 * After the dispatch: its mirror, and that of the settlement where there was one, with the refund in place of the hold. The platform
 * gives back its fee from what it has; what it lacks it owes.
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

/** A refund that had failed goes where it belongs after all. */
export function releasedLegs(payment: Brought): Leg[] {
  return merged([...mirrorOf(refundFailLegs(payment)), ...refundDoneLegs(payment)]);
}

export interface Deposit {
  /** uuid of the internal account that is credited. */
  readonly accountId: string;
  readonly currency: string;
  readonly amount: bigint;
  /** What brought it. */
  readonly rail: string;
}

/** Money from outside, final at once. */
export function incomingLegs({ accountId, currency, amount, rail }: Deposit): Leg[] {
  return merged([
    { account: { house: 'WORLD', rail }, currency, amount: -amount },
    { account: available(accountId), currency, amount },
  ]);
}

/** Money that somebody outside takes. */
export function debitLegs(debit: Deposit): Leg[] {
  return mirrorOf(incomingLegs(debit));
}

/** Money that is gone in any case: what the account lacks the platform owes. */
export function forcedDebitLegs({ accountId, currency, amount, rail }: Deposit): Leg[] {
  return [
    { account: { house: 'WORLD', rail }, currency, amount },
    { account: available(accountId), currency, amount: -amount, restFrom: house('PLATFORM_RECEIVABLE') },
  ];
}

/** Money from outside that is not final yet: it counts in the total alone. */
export function seenLegs({ accountId, currency, amount, rail }: Deposit): Leg[] {
  return [
    { account: { house: 'WORLD', rail }, currency, amount: -amount },
    { account: pendingIn(accountId), currency, amount },
  ];
}

/** It never came. */
export function unseenLegs(deposit: Deposit): Leg[] {
  return mirrorOf(seenLegs(deposit));
}

/** It is final. */
export function clearedLegs({ accountId, currency, amount }: Deposit): Leg[] {
  return [
    { account: pendingIn(accountId), currency, amount: -amount },
    { account: available(accountId), currency, amount },
  ];
}

/** Where the money goes that leaves the hold. In one currency the conversion cancels and is left out. */
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

/** In one currency a locked receiver may leave a remainder of the fee's rounding; it stays in the conversion account as well. */
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

/** What a payment has been given so far. */
const broughtBy = ({ arrived, sending }: Brought) => arrived ?? sending;

/** Where the money was before the payment. */
function origin({ sourceId, fundingRail = '' }: Brought): Account {
  return sourceId ? available(sourceId) : { house: 'WORLD', rail: fundingRail };
}

/** Where it waits for the dispatch. */
function gathered({ sourceId }: Brought): Account {
  return sourceId ? held(sourceId) : house('FUNDING');
}

function receiverOf({ destinationId, rail }: Payment): Account {
  return destinationId ? available(destinationId) : { house: 'WORLD', rail };
}

/** One leg for each account and currency, and none that moves nothing. */
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
