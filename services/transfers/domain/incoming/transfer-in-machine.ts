// The states of a transfer in: pulls from an external bank account and credits an internal account.
import type { Machine, StateTable } from '../shared/machine.ts';

const failedAndRefunded = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'] as const;

export const transferInStates = {
  AWAITING_APPROVAL: { shown: 'PENDING', means: 'Requested by an agent. Waits for the approval of the platform.' },
  COLLECTING: { shown: 'PENDING', means: 'The pull is about to be requested from the rail.' },
  PULLING: { shown: 'PENDING', means: 'The pull is requested; the rail has not reported its result.' },
  CREDIT_BLOCKED: {
    shown: 'PENDING',
    means: 'Collected. The account is frozen: the money is in its total balance, but not available.',
  },
  RETURNING: { shown: 'PENDING', means: 'Collected, but the account is closed. The money is being returned.' },
  COMPLETED: { shown: 'COMPLETED', means: 'Credited. A bank can reverse it days later.' },
  FAILED: { shown: 'FAILED', means: 'Nothing was collected.' },
  REFUNDED: { shown: 'FAILED', means: 'Returned to its source.' },
  RETURNED: { shown: 'FAILED', means: 'Reversed by the bank after the credit.' },
} as const satisfies StateTable;
export type TransferInState = keyof typeof transferInStates;

const credited = { to: 'COMPLETED', webhooks: ['COMPLETED'], removes: ['carry-out'] } as const;
const creditRefused = { to: 'RETURNING', adds: ['carry-out'] } as const;
const pull = {
  credited: { ...credited, decidedBy: ['IN'] },
  creditBlocked: { to: 'CREDIT_BLOCKED', decidedBy: ['IN'], adds: ['carry-out'] },
  creditRefused: { ...creditRefused, decidedBy: ['IN'] },
  notCollected: { to: 'PULLING', removes: ['carry-out'], adds: ['follow-up'] },
  pullRefused: { to: 'FAILED', webhooks: ['FAILED'], removes: ['carry-out'], failure: 'COLLECTION_FAILED' },
} as const;

export const transferInMachine = {
  NEW: {
    created: { to: 'COLLECTING', webhooks: ['PENDING'], adds: ['carry-out'] },
    approvalRequested: { to: 'AWAITING_APPROVAL', webhooks: ['PENDING'] },
  },
  AWAITING_APPROVAL: {
    approved: { to: 'COLLECTING', adds: ['carry-out'] },
    rejected: { to: 'FAILED', failure: 'QUOTE_EXECUTION_FAILED' },
    notStarted: { to: 'FAILED', webhooks: ['FAILED'], failure: 'QUOTE_EXECUTION_FAILED' },
  },
  COLLECTING: pull,
  PULLING: pull,
  CREDIT_BLOCKED: {
    credited: { ...credited, decidedBy: ['IN_SEEN', 'IN_2'] },
    stillBlocked: { to: 'CREDIT_BLOCKED', decidedBy: ['IN_SEEN'], removes: ['carry-out'], adds: ['follow-up'] },
    creditRefused: { ...creditRefused, decidedBy: ['IN_SEEN'] },
    accountClosed: { ...creditRefused, decidedBy: ['IN_SEEN', 'IN_2'], books: ['IN_UNSEEN'] },
  },
  RETURNING: {
    refunded: {
      to: 'REFUNDED',
      failure: 'COLLECTION_FAILED',
      books: ['FUND', 'RELEASE', 'REFUND_DONE'],
      webhooks: failedAndRefunded,
      removes: ['carry-out'],
    },
  },
  COMPLETED: { returned: { to: 'RETURNED', books: ['IN_RETURN'], webhooks: ['FAILED'], failure: 'COLLECTION_FAILED' } },
  FAILED: {},
  REFUNDED: {},
  RETURNED: {},
} as const satisfies Machine<TransferInState>;
