// The decision on a message of the card network, as far as it does not depend on balances.
import type { Card } from '../card.ts';
import type { Direction } from './states.ts';

export type DeclineReason =
  | 'CARD_NOT_ACTIVE'
  | 'CARD_PAUSED'
  | 'CARD_CLOSED'
  | 'CARDHOLDER_NOT_ELIGIBLE'
  | 'SPENDING_LIMIT_EXCEEDED'
  | 'NO_ELIGIBLE_FUNDING_SOURCE'
  | 'INSUFFICIENT_FUNDS';

export interface Asked {
  readonly direction: Direction;
  /** In the smallest unit of the card's currency. */
  readonly amount: bigint;
  readonly now: Date;
  /** The decline that the sandbox simulates. */
  readonly simulated: DeclineReason | undefined;
  readonly isCardholderEligible: boolean;
  /** Whether any account of the card can pay at all. */
  readonly hasSource: boolean;
}

/** The first reason to decline. Undefined: the balances decide. Credits are refused for the card or by the sandbox only. */
export function declineOf(card: Card, asked: Asked): DeclineReason | undefined {
  const isDebit = asked.direction === 'DEBIT';
  if (card.state === 'PROCESSING' || card.state === 'PENDING_KYC') return 'CARD_NOT_ACTIVE';
  if (isDebit && isExpired(card, asked.now)) return 'CARD_NOT_ACTIVE';
  if (isDebit && card.state === 'FROZEN') return 'CARD_PAUSED';
  if (card.state === 'CLOSED') return 'CARD_CLOSED';
  if (asked.simulated) return asked.simulated;
  if (!isDebit) return undefined;
  if (!asked.isCardholderEligible) return 'CARDHOLDER_NOT_ELIGIBLE';
  if (card.maxSpend !== undefined && asked.amount > card.maxSpend) return 'SPENDING_LIMIT_EXCEEDED';
  return asked.hasSource ? undefined : 'NO_ELIGIBLE_FUNDING_SOURCE';
}

/** After its expiry month, in UTC. */
function isExpired({ issued }: Card, now: Date): boolean {
  return issued !== undefined && now.getTime() >= Date.UTC(issued.expYear, issued.expMonth);
}
