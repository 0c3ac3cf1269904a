// The tables of card transactions: what an event does in a state. Transitions that are not in a table are forbidden.
import type { Direction, PaymentState } from './states.ts';

export type CardStep =
  | 'CARD_HOLD'
  | 'CARD_RELEASE'
  | 'CARD_PULL_FAIL'
  | 'CARD_CLEAR'
  | 'CARD_LATE'
  | 'CARD_DEBIT'
  | 'CARD_CREDIT'
  | 'CARD_RETURN'
  | 'CARD_RETURN_REVERSAL'
  | 'CARD_RESOLVE'
  | 'CARD_WRITE_OFF';

/** One row of a table. */
export interface Transition {
  readonly to: PaymentState;
  /** The ledger step, if the event moves money. Alternative events of a state share one key, so that only one of them is booked. */
  readonly step?: CardStep;
  /** Booked after it. */
  readonly second?: CardStep;
  /** No webhook. Others are sent under the status after the event. */
  readonly isSilent?: boolean;
  /** A debit of the account begins, which is confirmed or fails later. */
  readonly isPull?: boolean;
}

export type Machine = { readonly [From in PaymentState | 'NEW']: { readonly [event: string]: Transition } };

const created = {
  requested: { to: 'TENTATIVE', isSilent: true },
  declined: { to: 'DECLINED' },
  failed: { to: 'FAILED' },
} as const;

const openDebit = (state: PaymentState) =>
  ({
    pullConfirmed: { to: state, isSilent: true },
    pullFailed: { to: 'PULL_FAILED', step: 'CARD_PULL_FAIL' },
    partlyCleared: { to: 'PARTIALLY_SETTLED', step: 'CARD_CLEAR' },
    fullyCleared: { to: 'SETTLED', step: 'CARD_CLEAR' },
    overCleared: { to: 'SETTLED', step: 'CARD_CLEAR', isPull: true },
    overClearedShort: { to: 'SHORT', step: 'CARD_CLEAR' },
    expired: { to: 'EXPIRED', step: 'CARD_RELEASE' },
    raised: { to: state, step: 'CARD_HOLD', isPull: true },
    notRaised: { to: state },
    lowered: { to: state, step: 'CARD_RELEASE' },
  }) as const;

const late = {
  lateCleared: { to: 'SETTLED', step: 'CARD_LATE', isPull: true },
  lateClearedShort: { to: 'SHORT', step: 'CARD_LATE' },
  lost: { to: 'WRITTEN_OFF', step: 'CARD_LATE', second: 'CARD_WRITE_OFF' },
} as const;

const closedDebit = (state: PaymentState) =>
  ({
    ...late,
    pullConfirmed: { to: state, isSilent: true },
    pullFailed: { to: 'PULL_FAILED', step: 'CARD_PULL_FAIL' },
  }) as const;

const returns = (state: PaymentState) => ({ returned: { to: state, step: 'CARD_RETURN' } }) as const;

const unpaid = (state: PaymentState) =>
  ({
    ...returns(state),
    pullConfirmed: { to: state, isSilent: true },
    pullFailed: { to: state, step: 'CARD_PULL_FAIL' },
    clearedUnpaid: { to: state, step: 'CARD_CLEAR' },
    retried: { to: 'SETTLED', step: 'CARD_RESOLVE' },
    stillShort: { to: state, isSilent: true },
    writtenOff: { to: 'WRITTEN_OFF', step: 'CARD_WRITE_OFF' },
  }) as const;

const debitMachine = {
  NEW: { ...created, inquired: { to: 'SETTLED' } },
  TENTATIVE: {
    held: { to: 'AUTHORIZED', step: 'CARD_HOLD', isPull: true },
    debited: { to: 'SETTLED', step: 'CARD_DEBIT', isPull: true },
    refused: { to: 'DECLINED' },
  },
  AUTHORIZED: openDebit('AUTHORIZED'),
  PARTIALLY_SETTLED: {
    ...openDebit('PARTIALLY_SETTLED'),
    ...returns('PARTIALLY_SETTLED'),
    loweredToSettled: { to: 'SETTLED', step: 'CARD_RELEASE' },
  },
  SETTLED: { ...closedDebit('SETTLED'), ...returns('SETTLED'), returnedInFull: { to: 'REFUNDED', step: 'CARD_RETURN' } },
  EXPIRED: { ...closedDebit('EXPIRED'), ...returns('EXPIRED'), returnedInFull: { to: 'REFUNDED', step: 'CARD_RETURN' } },
  REFUNDED: {
    ...closedDebit('REFUNDED'),
    reversed: { to: 'SETTLED', step: 'CARD_RETURN_REVERSAL' },
    reversedShort: { to: 'SHORT', step: 'CARD_RETURN_REVERSAL' },
  },
  PULL_FAILED: unpaid('PULL_FAILED'),
  SHORT: unpaid('SHORT'),
  WRITTEN_OFF: { ...closedDebit('WRITTEN_OFF'), ...returns('WRITTEN_OFF') },
  DECLINED: {},
  FAILED: {},
} as const satisfies Machine;

const openCredit = (state: PaymentState) =>
  ({
    partlyCredited: { to: 'PARTIALLY_SETTLED', step: 'CARD_CREDIT' },
    fullyCredited: { to: 'SETTLED', step: 'CARD_CREDIT' },
    expired: { to: 'EXPIRED' },
    resized: { to: state },
  }) as const;

const lateCredit = { lateCredited: { to: 'SETTLED', step: 'CARD_CREDIT' } } as const;

const creditMachine = {
  NEW: { ...created, announced: { to: 'AUTHORIZED' } },
  TENTATIVE: { credited: { to: 'SETTLED', step: 'CARD_CREDIT' }, refused: { to: 'DECLINED' } },
  AUTHORIZED: openCredit('AUTHORIZED'),
  PARTIALLY_SETTLED: { ...openCredit('PARTIALLY_SETTLED'), resizedToSettled: { to: 'SETTLED' } },
  SETTLED: lateCredit,
  EXPIRED: lateCredit,
  REFUNDED: {},
  PULL_FAILED: {},
  SHORT: {},
  WRITTEN_OFF: {},
  DECLINED: {},
  FAILED: {},
} as const satisfies Machine;

type EventsOf<M> = { [From in keyof M]: keyof M[From] }[keyof M] & string;

export type PaymentEvent = EventsOf<typeof debitMachine> | EventsOf<typeof creditMachine>;

export const machines: Readonly<Record<Direction, Machine>> = { DEBIT: debitMachine, CREDIT: creditMachine };

/** The row for an event. Throws if the table has none, which is always a bug. */
export function transitionOf(direction: Direction, from: PaymentState | 'NEW', event: PaymentEvent): Transition {
  const transition = machines[direction][from][event];
  if (!transition) throw new Error(`There is no transition of a ${direction} from ${from} by ${event}.`);
  return transition;
}
