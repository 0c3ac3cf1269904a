// The life of an internal account, and what money may do in each of its states.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { JournalRequest, Leg } from './journal.ts';

export type AccountStatus = 'PENDING' | 'ACTIVE' | 'CLOSED' | 'FROZEN' | 'FAILED';
export type AccountEvent = 'provisioned' | 'provisioningFailed' | 'retried' | 'frozen' | 'lifted' | 'closed';

/** Every move of an internal account. CLOSED is final. */
export const accountMoves: Readonly<Record<AccountStatus, Partial<Record<AccountEvent, AccountStatus>>>> = {
  PENDING: { provisioned: 'ACTIVE', provisioningFailed: 'FAILED', closed: 'CLOSED' },
  ACTIVE: { frozen: 'FROZEN', closed: 'CLOSED' },
  FROZEN: { lifted: 'ACTIVE', closed: 'CLOSED' },
  FAILED: { retried: 'PENDING', closed: 'CLOSED' },
  CLOSED: {},
};

/**
 * Whether a leg may be booked on an account in this status. One that is not active neither begins to pay nor takes fresh money.
 * What is on its way already may end: it is settled, released and refunded, and fees that are reversed are taken back. Deposits
 * that reach a frozen account wait in PENDING_IN.
 */
export function mayBook(leg: Leg, status: AccountStatus, journal: JournalRequest): boolean {
  if (status === 'ACTIVE') return true;
  const { part } = leg.account;
  if (part === 'pendingIn') return leg.amount < 0n || status === 'FROZEN';
  if (part === 'held') return leg.amount > 0n || isReturn(leg, journal);
  if (leg.amount < 0n) return leg.restFrom !== undefined;
  return !journal.legs.some((other) => isFresh(other, leg));
}

/** Held money goes back: to its account, or into a refund. */
function isReturn(held: Leg, journal: JournalRequest): boolean {
  return journal.legs.some(
    ({ account, amount }) =>
      amount > 0n && (account.house?.kind === 'REFUND' || (isSame(account, held.account) && account.part === 'available')),
  );
}

/** Money that comes from outside, now or after a wait. */
function isFresh({ account, amount }: Leg, credited: Leg): boolean {
  if (amount >= 0n) return false;
  return account.house?.kind === 'WORLD' || (isSame(account, credited.account) && account.part === 'pendingIn');
}

const isSame = (one: Leg['account'], other: Leg['account']) => one.balanceId === other.balanceId;

/** The refusal of money on an account that is not active. */
export function notActive(accountStatus: AccountStatus): Refusal {
  if (accountStatus === 'PENDING') {
    return fail(ErrorCode.USER_NOT_READY, 'The internal account is still being set up. Try again once it is ACTIVE.', {
      accountStatus,
    });
  }
  return fail(ErrorCode.INVALID_INPUT, `The internal account is ${accountStatus} and can neither send nor receive payments.`, {
    accountStatus,
  });
}
