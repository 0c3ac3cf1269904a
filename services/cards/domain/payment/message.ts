// Messages of the card network that open a transaction.
import type { Direction } from './states.ts';
import type { Merchant } from './transaction.ts';

export interface Message {
  /** The issuer's id of the event. */
  readonly eventId: string;
  /** The issuer's id of the transaction. */
  readonly token: string;
  /** uuid. */
  readonly cardId: string;
  readonly kind: MessageKind;
  /** In the smallest unit of the card's currency. */
  readonly amount: bigint;
  readonly merchant: Merchant;
}

export const openings = {
  /** A clearing follows. */
  AUTHORIZATION: 'DEBIT',
  /** A single message, such as a cash withdrawal. */
  FINANCIAL: 'DEBIT',
  BALANCE_INQUIRY: 'DEBIT',
  CREDIT: 'CREDIT',
  FINANCIAL_CREDIT: 'CREDIT',
} as const satisfies Readonly<Record<string, Direction>>;

export type MessageKind = keyof typeof openings;
