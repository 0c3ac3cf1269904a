// What the acts of a platform's cards share.
import type { Tenant } from '../kit/platform.ts';
import type { Random } from '../services/auth/random.ts';
import type { Agenda } from './agenda.ts';
import type { CardModel } from './card-model.ts';
import { type Account, type Card, type CardPayment, isOpen, netOf, type Opening, spendingLimit } from './card-payment.ts';

export interface CardStage {
  readonly tenant: Tenant;
  readonly random: Random;
  readonly agenda: Agenda;
  readonly model: CardModel;
  /** The accounts of each cardholder. */
  readonly holders: (readonly Account[])[];
  /** The newest last. */
  readonly cards: Card[];
  /** Cash that was paid to the network. */
  readonly settlements: Settlement[];
  /** Of transactions, by their tokens. */
  readonly ids: Map<string, string>;
  /** Advances the clock of the platform, which also runs what becomes due. */
  readonly advance: (seconds: number) => Promise<void>;
}

export interface Settlement {
  readonly currency: 'USD' | 'USDB';
  /** In its smallest unit. */
  readonly amount: number;
}

/** One random action. Returns its name. */
export type Act = (stage: CardStage) => Promise<string>;

export const isAlive = ({ state }: Card) => state === 'ACTIVE' || state === 'FROZEN';

/** Each cardholder always has one. */
export const aliveCard = ({ cards, random }: CardStage): Card => random.pick(cards.filter(isAlive));

/** Preferably one that can pay. */
export function anyCard(stage: CardStage): Card {
  return stage.random.below(6) === 0 ? stage.random.pick(stage.cards) : aliveCard(stage);
}

const suffixes = ['000', '000', '000', '000', '000', '000', '002', '003', '005', '006', '102', '103', '105', '106'] as const;

const paths = [
  ...(['authorization', 'authorization', 'authorization', 'authorization', 'financial_authorization'] as const),
  ...(['balance_inquiry', 'credit_authorization', 'credit_authorization_advice', 'financial_credit_authorization'] as const),
];

/** A message for a card. A card that is not provisioned could become so while a message is on its way. */
export function anyOpening({ random }: CardStage, { state }: Card): Omit<Opening, 'token'> {
  const path = random.pick(paths);
  const suffix = random.pick(suffixes);
  const amount = 1 + random.below(random.pick([2_000, 20_000, 2 * spendingLimit]));
  return {
    path,
    suffix: state === 'PROCESSING' && suffix === '005' ? '000' : suffix,
    amount: path === 'balance_inquiry' ? 0 : amount,
  };
}

export const merchantOf = ({ suffix }: Pick<Opening, 'suffix'>) => ({ descriptor: `COFFEE BAR ${suffix}` });

/** Everything that is open or was collected, a part of it, or more. */
export function anyAmount({ random }: CardStage, payment: CardPayment): number {
  const all = isOpen(payment) ? payment.authorized - payment.settled : netOf(payment);
  const most = random.pick([all, all, all, 2 * spendingLimit]);
  return random.pick([most, most, random.below(most + 1), random.below(most + 1), 0]);
}
