// The states of funds for a quote that is already funded.
import type { Machine, StateTable } from '../shared/machine.ts';

const failedAndRefunded = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'] as const;

export const unmatchedFundsStates = {
  TENTATIVE: { shown: 'PENDING', means: 'Reported, but not refunded. Hidden.' },
  REFUNDED: { shown: 'FAILED', means: 'Refunded.' },
  SUSPENDED: { shown: 'FAILED', means: 'The refund failed and waits for the operator.' },
} as const satisfies StateTable;
export type UnmatchedFundsState = keyof typeof unmatchedFundsStates;

export const unmatchedFundsMachine = {
  NEW: { reported: { to: 'TENTATIVE', adds: ['send-back'] } },
  TENTATIVE: {
    sentBack: {
      to: 'REFUNDED',
      suspended: 'SUSPENDED',
      books: ['FUND', 'RELEASE', 'REFUND_DONE'],
      webhooks: failedAndRefunded,
      removes: ['send-back'],
      failure: 'QUOTE_EXPIRED',
    },
  },
  SUSPENDED: { refundReleased: { to: 'REFUNDED', books: ['REFUND_DONE'], webhooks: ['REFUND_COMPLETED'] } },
  REFUNDED: {},
} as const satisfies Machine<UnmatchedFundsState>;
