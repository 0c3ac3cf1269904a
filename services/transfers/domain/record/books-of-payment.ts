// The movements that the state of a payment allows. The sums of all its journals must match them.

import { paymentOf } from '../payment/payment.ts';
import type { Account, Leg, Payment } from '../shared/legs.ts';
import {
  amountFrom,
  isCryptoFromOutside,
  isOutgoing,
  isRefundSuspended,
  restingStates,
  senderOf,
  type Transaction,
} from './transaction.ts';

/** The total movement of a payment on one account. Never zero. */
export type Sum = Pick<Leg, 'account' | 'currency' | 'amount'>;

/** Whether work on the payment remains, so that its money may be on intermediate accounts. */
export function isUnderWay({ state }: Pick<Transaction, 'state'>): boolean {
  return !settled.has(state);
}

/** States without work, except deposits in transit; and quotes that wait for authorization, which have moved nothing. */
const settled: ReadonlySet<string> = new Set(['AWAITING_PROOF', ...restingStates.filter((state) => state !== 'SEEN')]);

/** Violations, each as the end of a sentence. */
export function wrongWith(transaction: Transaction, sums: readonly Sum[]): string[] {
  if (isUnderWay(transaction)) return strayHolds(transaction, sums);
  return [...leftOf(transaction, sums), ...sourceOf(transaction, sums), ...deliveredBy(transaction, sums)];
}

/**
 * The payment holds nothing or its whole amount, on the paying account. The held balance of an account is thus the sum of its open
 * payments.
 */
function strayHolds(transaction: Transaction, sums: readonly Sum[]): string[] {
  const { sent } = transaction;
  const sender = senderOf(transaction);
  const isRight = ({ account, currency, amount }: Sum) =>
    sender === `InternalAccount:${idIn(account)}` && currency === sent.currency && amount === sent.amount;
  return sums.filter((sum) => nameOf(sum) === 'HELD' && !isRight(sum)).map((sum) => `holds ${textOf(sum)}`);
}

const inBetween: ReadonlySet<string> = new Set(['HELD', 'PENDING_IN', 'FUNDING', 'PAYOUT', 'REFUND', 'FEE_PLATFORM_PENDING']);

/** A finished payment leaves no money on intermediate accounts. Only failed refunds stay in suspense. */
function leftOf(transaction: Transaction, sums: readonly Sum[]): string[] {
  const { sent } = transaction;
  const left = sums.filter((sum) => inBetween.has(nameOf(sum))).map((sum) => `leaves ${textOf(sum)} in ${nameOf(sum)}`);
  const suspended = sums.filter((sum) => nameOf(sum) === 'REFUND_SUSPENSE');
  const total = suspended.reduce((sum, { amount }) => sum + amount, 0n);
  const expected = isRefundSuspended(transaction) ? amountFrom(transaction) : 0n;
  const isRight = total === expected && suspended.every(({ currency }) => currency === sent.currency);
  return isRight ? left : [...left, `has ${total} in REFUND_SUSPENSE instead of ${expected}`];
}

const isDelivered = ({ state }: Transaction) => state === 'DELIVERED' || state === 'COMPLETED';

/** The paying account is debited by the whole amount, or by nothing. */
function sourceOf(transaction: Transaction, sums: readonly Sum[]): string[] {
  const payment = payingInside(transaction);
  if (!payment) return [];
  const { sourceId, sending, platformFee, feeAccountId } = payment;
  const moved = sumOn(sums, sourceId);
  const expected = isDelivered(transaction) || isRefundSuspended(transaction) ? -sending : 0n;
  const earned = feeAccountId === sourceId ? platformFee : 0n; // at most, because a part may repay what the platform owes
  const repaid = isDelivered(transaction) ? 0n : max(0n, receivableIn(sums)); // a part of the refund may do so, too
  const isRight = moved >= expected - repaid && moved <= expected + earned;
  return isRight ? [] : [`moved ${moved} at its source instead of ${expected}`];
}

function payingInside(transaction: Transaction): (Payment & { sourceId: string }) | undefined {
  if (!isOutgoing(transaction)) return undefined;
  const payment = paymentOf(transaction);
  const { sourceId } = payment;
  return sourceId ? { ...payment, sourceId } : undefined;
}

/** No payment is both delivered and refunded, and credited money has arrived. */
function deliveredBy(transaction: Transaction, sums: readonly Sum[]): string[] {
  if (isDelivered(transaction)) {
    return bringing.has(transaction.kind) && sums.length === 0 ? ['moved no money'] : [];
  }
  const out = sums.filter((sum) => nameOf(sum) === 'WORLD' && sum.amount > 0n);
  const owed = receivableIn(sums);
  const kept = sums.filter((sum) => isReceiver(transaction, sum) && sum.amount + owed !== 0n); // the missing part of a return is owed
  const inside = isCryptoFromOutside(transaction) ? [] : kept;
  return [...out, ...inside].map((sum) => `delivered ${textOf(sum)}`);
}

const bringing: ReadonlySet<string> = new Set(['DEPOSIT', 'SANDBOX_DEPOSIT', 'DEBIT']);

function isReceiver({ receiver }: Transaction, { account }: Sum): boolean {
  return 'accountId' in account && account.part === 'AVAILABLE' && receiver === `InternalAccount:${account.accountId}`;
}

/** Positive: the payment repaid what the platform owes. Negative: the platform owes it. */
const receivableIn = (sums: readonly Sum[]): bigint =>
  sums.filter((sum) => nameOf(sum) === 'PLATFORM_RECEIVABLE').reduce((sum, { amount }) => sum + amount, 0n);

const max = (one: bigint, other: bigint) => (one > other ? one : other);

function sumOn(sums: readonly Sum[], accountId: string): bigint {
  return sums.filter(({ account }) => idIn(account) === accountId).reduce((sum, { amount }) => sum + amount, 0n);
}

const idIn = (account: Account) => ('accountId' in account ? account.accountId : undefined);
const nameOf = ({ account }: Sum) => ('accountId' in account ? account.part : account.house);
const textOf = ({ amount, currency }: Sum) => `${amount} ${currency}`;
