// The life of a payment from a UMA address.
import type { Machine, StateTable } from '../shared/machine.ts';

export const umaPaymentStates = {
  UNDECIDED: { shown: 'PENDING', means: 'The platform is to be asked for its approval.' },
  ASKED: { shown: 'PENDING', means: 'The platform was asked, and decides until its deadline.' },
  APPROVED: { shown: 'PROCESSING', means: 'The money may come.' },
  PAYING_OUT: { shown: 'PROCESSING', means: 'The money is there, and is to be handed over to the rail.' },
  PAID_OUT: { shown: 'PROCESSING', means: 'Handed over to the rail.' },
  COMPLETED: { shown: 'COMPLETED', means: 'Credited, or delivered.' },
  REJECTED: { shown: 'REJECTED', means: 'The platform has rejected it.' },
  FAILED: { shown: 'FAILED', means: 'Failed before any money came.' },
  REFUNDED: { shown: 'FAILED', means: 'The account did not take it; it went back.' },
} as const satisfies StateTable;
export type UmaPaymentState = keyof typeof umaPaymentStates;

const approved = { to: 'APPROVED', adds: ['uma-settle'] } as const;
const rejected = { to: 'REJECTED' } as const;
const disapproved = { to: 'FAILED', webhooks: ['FAILED'] } as const;

const refunded = {
  to: 'REFUNDED',
  webhooks: ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
  removes: ['uma-settle'],
  failure: 'OFFRAMP_FAILED',
} as const;
const credited = { to: 'COMPLETED', webhooks: ['COMPLETED'], removes: ['uma-settle'] } as const;
const payout = {
  notDelivered: { to: 'PAID_OUT', adds: ['uma-settle'] },
  delivered: { ...credited, books: ['SETTLE'] },
  payoutFailed: { ...refunded, books: ['REVERSE', 'REFUND_DONE'] },
} as const;

export const umaPaymentMachine = {
  NEW: { received: { to: 'UNDECIDED', adds: ['uma-ask'] } },
  UNDECIDED: {
    asked: { to: 'ASKED', adds: ['uma-deadline'] },
    blocked: { ...disapproved, failure: 'COMPLIANCE_REJECTED' },
    approved,
    rejected,
  },
  ASKED: {
    approved,
    rejected,
    disapproved,
    postponed: { to: 'ASKED', adds: ['uma-deadline'] },
    payerCompleted: { to: 'UNDECIDED', adds: ['uma-ask'] },
  },
  APPROVED: {
    notArrived: { to: 'APPROVED', adds: ['uma-settle'] },
    credited: { ...credited, decidedBy: ['IN'] },
    arrived: { to: 'PAYING_OUT', decidedBy: ['IN'], adds: ['uma-settle'] },
    creditRefused: { ...refunded, decidedBy: ['IN'] },
  },
  PAYING_OUT: payout,
  PAID_OUT: payout,
  COMPLETED: {},
  REJECTED: {},
  FAILED: {},
  REFUNDED: {},
} as const satisfies Machine<UmaPaymentState>;
