// What a platform owes, because a reversal exceeded a balance. Each credit of an account of the platform first repays it.
import type { Leg } from './journal.ts';
import { houseAccount, type LedgerAccount } from './ledger-account.ts';

export interface AccountOwner {
  readonly platformId: string;
  /** Null: the account belongs to the platform. */
  readonly customerId: string | null;
  readonly currency: string;
}

/** Where the debt is booked that credits of this account repay. Undefined for accounts of customers, which owe nothing here. */
export function debtRepaidBy({ platformId, customerId, currency }: AccountOwner): LedgerAccount | undefined {
  if (customerId !== null) return undefined;
  return houseAccount({ platformId, currency, kind: 'PLATFORM_RECEIVABLE', subaccount: '' });
}

/** Whether a leg repays the debt of its account, if there is one. */
export const isRepaying = ({ account, amount }: Pick<Leg, 'account' | 'amount'>): boolean =>
  amount > 0n && account.part === 'available' && account.house === undefined;
