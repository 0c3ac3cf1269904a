// The states of a transfer out: a payment without a quote, PENDING until its rail has delivered it.
import type { Machine, StateTable } from '../shared/machine.ts';

export const transferOutStates = {
  TENTATIVE: { shown: 'PENDING', means: 'Created, and not held yet. Hidden; a refusal removes it.' },
  AWAITING_APPROVAL: { shown: 'PENDING', means: 'Requested by an agent. Waits for the approval of the platform.' },
  EXECUTING_APPROVED: { shown: 'PENDING', means: 'Approved, and not held yet. A refused hold fails the transfer.' },
  ACCEPTED: { shown: 'PENDING', means: 'The money is held and not dispatched.' },
  ACCEPTED_SENT: { shown: 'PENDING', means: 'Submitted to the rail.' },
  DELIVERED: { shown: 'COMPLETED', means: 'Delivered. A bank can return it days later.' },
  FAILED: { shown: 'FAILED', means: 'Failed before any money moved.' },
  REFUNDED: { shown: 'FAILED', means: 'Failed and refunded.' },
} as const satisfies StateTable;

export type TransferOutState = keyof typeof transferOutStates;

const failedWebhooks = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'] as const;
const notStarted = { to: 'FAILED', webhooks: ['FAILED'], failure: 'QUOTE_EXECUTION_FAILED' } as const;
const delivered = {
  to: 'DELIVERED',
  books: ['SETTLE'],
  webhooks: ['PROCESSING', 'COMPLETED'],
  adds: ['disable-invoice', 'follow-up'],
} as const;
const payoutFailed = { to: 'REFUNDED', books: ['REVERSE', 'REFUND_DONE'], webhooks: failedWebhooks } as const;

/** The first report of the rail, in the commit of the dispatch. */
const dispatching = { decidedBy: ['DISPATCH'], removes: ['carry-out'] } as const;

export const transferOutMachine = {
  NEW: {
    executed: { to: 'TENTATIVE', adds: ['carry-out'] },
    approvalRequested: { to: 'AWAITING_APPROVAL', webhooks: ['PENDING'] },
  },
  TENTATIVE: {
    accepted: { to: 'ACCEPTED', decidedBy: ['HOLD'], webhooks: ['PENDING'] },
    holdRefused: { to: 'REMOVED', decidedBy: ['HOLD'], removes: ['carry-out'] },
  },
  AWAITING_APPROVAL: { approved: { to: 'EXECUTING_APPROVED', adds: ['carry-out'] }, rejected: notStarted },
  EXECUTING_APPROVED: {
    accepted: { to: 'ACCEPTED', decidedBy: ['HOLD'] },
    holdRefused: { ...notStarted, decidedBy: ['HOLD'], removes: ['carry-out'] },
  },
  ACCEPTED: {
    dispatched: { ...dispatching, to: 'ACCEPTED_SENT', adds: ['follow-up'] },
    dispatchRefused: {
      ...dispatching,
      to: 'REFUNDED',
      books: ['RELEASE', 'REFUND_DONE'],
      webhooks: failedWebhooks,
      failure: 'QUOTE_EXECUTION_FAILED',
    },
    delivered: { ...dispatching, ...delivered },
    payoutFailed: { ...dispatching, ...payoutFailed },
  },
  ACCEPTED_SENT: { nothingNew: { to: 'ACCEPTED_SENT', adds: ['follow-up'] }, delivered, payoutFailed },
  DELIVERED: {
    nothingNew: { to: 'DELIVERED', adds: ['follow-up'] },
    returned: { ...payoutFailed, failure: 'PAYOUT_RETURNED' },
  },
  FAILED: {},
  REFUNDED: {},
} as const satisfies Machine<TransferOutState>;
