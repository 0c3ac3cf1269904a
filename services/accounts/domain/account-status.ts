// The states of an internal account, and the movements that each allows.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { JournalRequest, Leg } from './journal.ts';
import type { HouseKind } from './ledger-account.ts';

export type AccountStatus = 'PENDING' | 'ACTIVE' | 'CLOSED' | 'FROZEN' | 'FAILED';
export type AccountEvent = 'provisioned' | 'provisioningFailed' | 'retried' | 'frozen' | 'lifted' | 'closed';

/** The transitions of an internal account. CLOSED is final. */
export const accountMoves: Readonly<Record<AccountStatus, Partial<Record<AccountEvent, AccountStatus>>>> = {
  PENDING: { provisioned: 'ACTIVE', provisioningFailed: 'FAILED', closed: 'CLOSED' },
  ACTIVE: { frozen: 'FROZEN', closed: 'CLOSED' },
  FROZEN: { lifted: 'ACTIVE', closed: 'CLOSED' },
  FAILED: { retried: 'PENDING', closed: 'CLOSED' },
  CLOSED: {},
};

/**
 * Whether a leg may be booked on an account in this status. An inactive account starts no payments and receives no new money. Payments in
 * progress can end: they are settled, released and refunded, card payments are cleared, and reversed fees are taken back. Deposits to a frozen account wait in
 * PENDING_IN.
 */
export function mayBook(leg: Leg, status: AccountStatus, journal: JournalRequest): boolean {
  if (status === 'ACTIVE') return true;
  const { part } = leg.account;
  if (part === 'pendingIn') return leg.amount < 0n || status === 'FROZEN';
  if (part === 'held') return leg.amount > 0n || isEnding(leg, journal);
  if (leg.amount < 0n) return leg.restFrom !== undefined;
  return !journal.legs.some((other) => isFresh(other, leg));
}

/** Held money is returned to its account or into a refund, or pays a card payment that was authorized. */
function isEnding(held: Leg, journal: JournalRequest): boolean {
  return journal.legs.some(
    ({ account, amount }) =>
      amount > 0n &&
      (account.house ? endings.has(account.house.kind) : isSame(account, held.account) && account.part === 'available'),
  );
}

const endings: ReadonlySet<HouseKind> = new Set(['REFUND', 'CARD_NETWORK']);

/** External money, now or after a wait. */
function isFresh({ account, amount }: Leg, credited: Leg): boolean {
  if (amount >= 0n) return false;
  return account.house?.kind === 'WORLD' || (isSame(account, credited.account) && account.part === 'pendingIn');
}

const isSame = (one: Leg['account'], other: Leg['account']) => one.balanceId === other.balanceId;

/** The refusal of movements on an inactive account. */
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
