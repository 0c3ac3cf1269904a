// The transitions of the payment of a quote.
import type { Machine, Transition } from '../shared/machine.ts';
import type { PaymentState } from './states.ts';

type Row = Transition<PaymentState>;

/** The final states of a refunded payment. */
const refunded = { to: 'REFUNDED', suspended: 'SUSPENDED' } as const;
const cancelled = { to: 'CANCELLED', suspended: 'CANCELLED_SUSPENDED' } as const;
const refundWebhooks = ['REFUND_PENDING', 'REFUND_COMPLETED'] as const;
const failedWebhooks = ['FAILED', ...refundWebhooks] as const;

const challenged = { to: 'AWAITING_PROOF', webhooks: ['PENDING_AUTHORIZATION'], adds: ['lapse-authorization'] } as const;
const feeAccountClosed = { to: 'FAILED', webhooks: ['FAILED'], failure: 'QUOTE_EXECUTION_FAILED' } as const;
const rateWithdrawn = { to: 'FAILED', webhooks: ['FAILED'], failure: 'QUOTE_RATE_UNAVAILABLE' } as const;

const rejected = { to: 'FAILED', webhooks: ['FAILED'], failure: 'QUOTE_EXECUTION_FAILED' } as const;
const expired = { to: 'EXPIRED', webhooks: ['EXPIRED'] } as const;

const held = { to: 'HELD', decidedBy: ['HOLD'], webhooks: ['PROCESSING'] } as const;
const pullStarted = { to: 'COLLECTING', webhooks: ['PROCESSING'] } as const;
const pullRefused = { to: 'FAILED', webhooks: ['FAILED'], removes: ['carry-out'], failure: 'QUOTE_EXECUTION_FAILED' } as const;
const collected = { to: 'HELD', books: ['FUND'], adds: ['carry-out'] } as const;
const notCollected = { to: 'PULLING', adds: ['follow-up'], removes: ['carry-out'] } as const;

const stopped = { to: 'STOPPED', books: ['FUND'], webhooks: ['PROCESSING'] } as const;
const fundsReturned = {
  ...refunded,
  books: ['FUND', 'RELEASE', 'REFUND_DONE'],
  webhooks: failedWebhooks,
  removes: ['carry-out'],
} as const;
const released = { ...refunded, books: ['RELEASE', 'REFUND_DONE'], webhooks: failedWebhooks, removes: ['carry-out'] } as const;

const delivered = {
  to: 'DELIVERED',
  books: ['SETTLE'],
  webhooks: ['COMPLETED'],
  adds: ['disable-invoice', 'follow-up'],
} as const;
const payoutFailed = { ...refunded, books: ['REVERSE', 'REFUND_DONE'], webhooks: failedWebhooks } as const;
const cancelledByRail = {
  ...cancelled,
  books: ['REVERSE', 'REFUND_DONE'],
  webhooks: [...refundWebhooks, 'COMPLETED'],
  refund: 'USER_CANCELLATION',
} as const;
const refundReleased = { books: ['REFUND_DONE'], webhooks: ['REFUND_COMPLETED'] } as const;

/** The first report of the rail, in the commit of the dispatch. */
const dispatching = { decidedBy: ['DISPATCH'], removes: ['carry-out'] } as const;

export const paymentMachine = {
  NEW: {
    quoted: { to: 'OPEN', webhooks: ['PENDING'] },
    challenged: { ...challenged, webhooks: ['PENDING', 'PENDING_AUTHORIZATION'] },
    executed: { to: 'TENTATIVE', adds: ['carry-out'] },
  },
  TENTATIVE: {
    held: { ...held, webhooks: ['PENDING', 'PROCESSING'] },
    pullStarted: { ...pullStarted, webhooks: ['PENDING', 'PROCESSING'] },
    holdRefused: { to: 'REMOVED', decidedBy: ['HOLD'], removes: ['carry-out'] },
  },
  OPEN: {
    challenged,
    feeAccountClosed,
    rateWithdrawn,
    executed: { to: 'EXECUTING', adds: ['carry-out'] },
    funded: { to: 'FUNDED', adds: ['carry-out'] },
    fundedMismatched: { to: 'FUNDED_MISMATCHED', adds: ['carry-out'] },
    fundedLate: { to: 'LATE_FUNDED', webhooks: ['EXPIRED'], adds: ['carry-out'] },
    approvalRequested: { to: 'AWAITING_APPROVAL' },
    expired,
  },
  AWAITING_APPROVAL: {
    challenged,
    feeAccountClosed,
    rateWithdrawn,
    approved: { to: 'EXECUTING_PROVEN', adds: ['carry-out'] },
    rejected,
    expired,
  },
  AWAITING_PROOF: {
    challenged,
    feeAccountClosed,
    rateWithdrawn,
    proven: { to: 'EXECUTING_PROVEN', adds: ['carry-out'] },
    provenToBeFunded: { to: 'OPEN', webhooks: ['PENDING'] },
    unproven: { to: 'FAILED', webhooks: ['FAILED'], failure: 'SCA_NOT_COMPLETED' },
  },
  EXECUTING: {
    held,
    pullStarted,
    holdRefused: { to: 'OPEN', decidedBy: ['HOLD'], removes: ['carry-out'] },
  },
  EXECUTING_PROVEN: {
    held,
    pullStarted,
    holdRefused: { ...feeAccountClosed, decidedBy: ['HOLD'], removes: ['carry-out'] },
  },
  FUNDED: {
    invoiceUnavailable: { to: 'FUNDED_UNPAYABLE' },
    limitExceeded: { to: 'FUNDED_OVER_LIMIT' },
    fundsAccepted: { to: 'HELD', books: ['FUND'], webhooks: ['PROCESSING'] },
    rateWithdrawn: { ...fundsReturned, failure: 'QUOTE_RATE_UNAVAILABLE' },
    stopped,
  },
  FUNDED_MISMATCHED: { fundsReturned: { ...fundsReturned, failure: 'FUNDING_AMOUNT_MISMATCH' } },
  FUNDED_UNPAYABLE: { stopped },
  FUNDED_OVER_LIMIT: { stopped: { ...stopped, to: 'STOPPED_OVER_LIMIT' } },
  STOPPED: { fundsReturned: { ...released, failure: 'QUOTE_EXECUTION_FAILED' } },
  STOPPED_OVER_LIMIT: { fundsReturned: { ...released, failure: 'LIMIT_EXCEEDED' } },
  COLLECTING: { collected, notCollected, pullRefused },
  PULLING: { collected, notCollected, pullRefused },
  HELD: {
    dispatched: { ...dispatching, to: 'SENT', adds: ['follow-up'] },
    dispatchRefused: { ...released, decidedBy: ['DISPATCH'], failure: 'QUOTE_EXECUTION_FAILED' },
    deliveredInternally: { ...delivered, decidedBy: ['DISPATCH', 'SETTLE'], books: [], removes: ['carry-out'], adds: [] },
    settleRefused: {
      ...payoutFailed,
      decidedBy: ['DISPATCH', 'SETTLE'],
      removes: ['carry-out'],
      failure: 'QUOTE_EXECUTION_FAILED',
    },
    delivered: { ...dispatching, ...delivered },
    payoutFailed: { ...dispatching, ...payoutFailed },
    cancelledByRail: { ...dispatching, ...cancelledByRail },
  },
  SENT: {
    nothingNew: { to: 'SENT', adds: ['follow-up'] },
    delivered,
    payoutFailed,
    cancelledByRail,
    reportClaimed: { to: 'CONCLUDING' },
    cancellationRequested: { to: 'CANCELLING', webhooks: ['REFUND_PENDING'], adds: ['cancel'], refund: 'USER_CANCELLATION' },
  },
  CONCLUDING: { nothingNew: { to: 'SENT', adds: ['follow-up'] }, delivered, payoutFailed, cancelledByRail },
  CANCELLING: {
    cancellationConfirmed: {
      ...cancelled,
      books: ['REVERSE', 'REFUND_DONE'],
      webhooks: ['REFUND_COMPLETED', 'COMPLETED'],
      removes: ['cancel'],
    },
    cancellationFailed: { to: 'SENT', webhooks: ['REFUND_FAILED'], removes: ['cancel', 'follow-up'], adds: ['follow-up'] },
  },
  DELIVERED: {
    nothingNew: { to: 'DELIVERED', adds: ['follow-up'] },
    returned: { ...payoutFailed, failure: 'PAYOUT_RETURNED' },
  },
  SUSPENDED: { refundReleased: { ...refundReleased, to: 'REFUNDED' } },
  CANCELLED_SUSPENDED: { refundReleased: { ...refundReleased, to: 'CANCELLED' } },
  EXPIRED: { fundedLate: { to: 'LATE_FUNDED', adds: ['carry-out'] } },
  LATE_FUNDED: {
    fundsReturned: {
      to: 'LATE_REFUNDED',
      suspended: 'LATE_SUSPENDED',
      books: ['FUND', 'RELEASE', 'REFUND_DONE'],
      webhooks: refundWebhooks,
      removes: ['carry-out'],
      refund: 'TIMEOUT',
    },
  },
  LATE_SUSPENDED: { refundReleased: { ...refundReleased, to: 'LATE_REFUNDED' } },
  CANCELLED: {},
  FAILED: {},
  REFUNDED: {},
  LATE_REFUNDED: {},
} as const satisfies Machine<PaymentState> & { readonly [state: string]: { readonly [event: string]: Row } };
