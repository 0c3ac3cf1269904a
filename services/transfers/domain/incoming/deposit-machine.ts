// The states of a deposit: money that arrives on an internal account without a quote.
import type { Machine, StateTable } from '../shared/machine.ts';

const failedAndRefunded = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'] as const;

export const depositStates = {
  TENTATIVE: { shown: 'PENDING', means: 'Reported, and not booked yet. Hidden.' },
  SEEN: { shown: 'PENDING', means: 'In transit: the money is in the total balance of the account, but not available.' },
  CLEARING: { shown: 'PENDING', means: 'Reported as final, and not credited yet: the account may be frozen.' },
  REFUSING: { shown: 'PENDING', means: 'Reported as failed, and not booked yet.' },
  COMPLETED: { shown: 'COMPLETED', means: 'Credited.' },
  FAILED: { shown: 'FAILED', means: 'The money never arrived.' },
  REFUNDED: { shown: 'FAILED', means: 'The account did not accept it; refunded.' },
} as const satisfies StateTable;
export type DepositState = keyof typeof depositStates;

const returned = { to: 'REFUNDED', failure: 'COLLECTION_FAILED', webhooks: failedAndRefunded, removes: ['deposit'] } as const;

export const depositMachine = {
  NEW: { reported: { to: 'TENTATIVE', adds: ['deposit'] } },
  TENTATIVE: { seen: { to: 'SEEN', decidedBy: ['IN_SEEN'], webhooks: ['PENDING'], removes: ['deposit'] } },
  SEEN: {
    explained: { to: 'SEEN', webhooks: ['PENDING'] },
    cleared: { to: 'CLEARING', adds: ['deposit'] },
    refused: { to: 'REFUSING', adds: ['deposit'] },
  },
  CLEARING: {
    credited: { to: 'COMPLETED', decidedBy: ['IN_SEEN', 'IN'], webhooks: ['COMPLETED'], removes: ['deposit'] },
    accountClosed: { ...returned, decidedBy: ['IN_SEEN', 'IN'], books: ['IN_UNSEEN', 'FUND', 'RELEASE', 'REFUND_DONE'] },
    neverCredited: { ...returned, decidedBy: ['IN_SEEN'], books: ['RELEASE', 'REFUND_DONE'] },
  },
  REFUSING: {
    unseen: {
      to: 'FAILED',
      decidedBy: ['IN_SEEN'],
      books: ['IN_UNSEEN'],
      webhooks: ['FAILED'],
      removes: ['deposit'],
      failure: 'COMPLIANCE_REJECTED',
    },
  },
  COMPLETED: {},
  FAILED: {},
  REFUNDED: {},
} as const satisfies Machine<DepositState>;
