// The states of a payment from a UMA address.
import type { Machine, StateTable } from '../shared/machine.ts';

export const umaPaymentStates = {
  UNDECIDED: { shown: 'PENDING', means: 'The approval is about to be requested from the platform.' },
  APPROVAL_REQUESTED: { shown: 'PENDING', means: 'The approval is requested; the platform decides before the deadline.' },
  APPROVED: { shown: 'PROCESSING', means: 'Approved. The money has not arrived.' },
  PAYING_OUT: { shown: 'PROCESSING', means: 'The money has arrived and is about to be submitted to the rail.' },
  PAID_OUT: { shown: 'PROCESSING', means: 'Submitted to the rail.' },
  COMPLETED: { shown: 'COMPLETED', means: 'Credited, or delivered.' },
  REJECTED: { shown: 'REJECTED', means: 'Rejected by the platform.' },
  FAILED: { shown: 'FAILED', means: 'Failed before any money arrived.' },
  REFUNDED: { shown: 'FAILED', means: 'The account did not accept it; refunded.' },
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
    approvalRequested: { to: 'APPROVAL_REQUESTED', adds: ['uma-deadline'] },
    blocked: { ...disapproved, failure: 'COMPLIANCE_REJECTED' },
    approved,
    rejected,
  },
  APPROVAL_REQUESTED: {
    approved,
    rejected,
    disapproved,
    postponed: { to: 'APPROVAL_REQUESTED', adds: ['uma-deadline'] },
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
