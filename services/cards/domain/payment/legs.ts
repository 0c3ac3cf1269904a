// The legs of the ledger steps of card transactions. Pure: the same transaction yields the same legs, so that a repeat is the same journal.
import { type CardTransaction, inFundingCurrency } from './transaction.ts';

export type LedgerAccount =
  | { readonly accountId: string; readonly part: 'AVAILABLE' | 'HELD' }
  | { readonly house: 'CARD_NETWORK' | 'CARD_LOSS' }
  | { readonly house: 'CARD_RECEIVABLE'; readonly customerId: string };

export interface Leg {
  readonly account: LedgerAccount;
  readonly currency: string;
  /** A credit is positive. In the smallest unit of the account. */
  readonly amount: bigint;
}

/** Amounts on the accounts of a transaction, in the currency of its card. An absent one does not move. */
export interface Movement {
  readonly available?: bigint;
  readonly held?: bigint;
  readonly receivable?: bigint;
  readonly network?: bigint;
  readonly loss?: bigint;
}

type Paid = Pick<CardTransaction, 'accountId' | 'cardholderId' | 'fundingCurrency'>;

/** Empty if nothing moves. */
export function legsOf({ accountId, cardholderId, fundingCurrency }: Paid, movement: Movement): Leg[] {
  const { available = 0n, held = 0n, receivable = 0n, network = 0n, loss = 0n } = movement;
  const amounts: readonly (readonly [LedgerAccount, bigint])[] = [
    [{ accountId, part: 'HELD' }, held],
    [{ accountId, part: 'AVAILABLE' }, available],
    [{ house: 'CARD_RECEIVABLE', customerId: cardholderId }, receivable],
    [{ house: 'CARD_NETWORK' }, network],
    [{ house: 'CARD_LOSS' }, loss],
  ];
  return amounts
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => ({
      account,
      currency: fundingCurrency,
      amount: inFundingCurrency(amount, fundingCurrency),
    }));
}
