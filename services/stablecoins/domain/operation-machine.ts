// The states of mints and burns as literal tables, and what a report of the provider changes.
import type { FailureReason, Funding, Operation, OperationKind, OperationStatus } from './operation.ts';
import { usualExpiry, waitsForFunds } from './operation.ts';

/** A step of the memo ledger. */
export type LedgerStep = 'SC_FUND' | 'SC_MINT' | 'SC_FUND_BACK' | 'SC_TAKE' | 'SC_BURN' | 'SC_GIVE_BACK';

export type OperationEvent =
  | 'accepted' // waits for funds
  | 'queued' // waits for the provider
  | 'rejected'
  | 'unusable' // the provider refuses the credentials
  | 'givenUp'
  | 'started'
  | 'mismatched'
  | 'expired'
  | 'failed'
  | 'returned'
  | 'delivered';

export interface OperationTransition {
  readonly to: OperationStatus;
  readonly failure?: FailureReason;
  /** The step to book afterwards, per kind. */
  readonly books?: Readonly<Record<OperationKind, LedgerStep>>;
}

type Machine = Readonly<Record<OperationStatus, Readonly<Partial<Record<OperationEvent, OperationTransition>>>>>;

const start = { MINT: 'SC_FUND', BURN: 'SC_TAKE' } as const;
const undo = { MINT: 'SC_FUND_BACK', BURN: 'SC_GIVE_BACK' } as const;
const end = { MINT: 'SC_MINT', BURN: 'SC_BURN' } as const;

/** The steps whose effect remains in a status. An undone step has none. */
export function standingSteps({ kind, status }: Pick<Operation, 'kind' | 'status'>): LedgerStep[] {
  if (status === 'PROCESSING') return [start[kind]];
  return status === 'COMPLETED' ? [start[kind], end[kind]] : [];
}

/** Every transition. An event without an entry changes nothing. */
export const operationMachine: Machine = {
  CREATED: {
    accepted: { to: 'PENDING_FUNDING' },
    queued: { to: 'PENDING_PROVIDER' },
    rejected: { to: 'FAILED', failure: 'PROVIDER_REJECTED' },
    unusable: { to: 'FAILED', failure: 'PROVIDER_ACCOUNT_UNUSABLE' },
    givenUp: { to: 'FAILED', failure: 'PROVIDER_UNAVAILABLE' },
  },
  PENDING_FUNDING: {
    started: { to: 'PROCESSING', books: start },
    mismatched: { to: 'FAILED', failure: 'FUNDING_AMOUNT_MISMATCH' },
    expired: { to: 'EXPIRED' },
  },
  PENDING_PROVIDER: {
    started: { to: 'PROCESSING', books: start },
    failed: { to: 'FAILED', failure: 'PROVIDER_TRANSFER_FAILED' },
    returned: { to: 'FAILED', failure: 'FUNDING_RETURNED' },
  },
  PROCESSING: {
    delivered: { to: 'COMPLETED', books: end },
    failed: { to: 'FAILED', failure: 'PROVIDER_TRANSFER_FAILED', books: undo },
    returned: { to: 'FAILED', failure: 'FUNDING_RETURNED', books: undo },
  },
  COMPLETED: {},
  FAILED: {},
  EXPIRED: {},
};

export const isFinal = ({ status }: Pick<Operation, 'status'>) => Object.keys(operationMachine[status]).length === 0;

/** A state of the provider. */
export type ProviderState =
  | 'PENDING'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'REJECTED'
  | 'TRANSFER_FAILED'
  | 'FUNDING_RETURNED'
  | 'FUNDING_MISMATCHED'
  | 'EXPIRED';

/**
 * The next event on the way to a state of the provider, from each status. Reports may be lost or overtake each other, so a report can lead
 * through several transitions. Without an entry, the operation is there already, or has passed that state.
 */
export const eventsToward: Readonly<Record<ProviderState, Readonly<Partial<Record<OperationStatus, OperationEvent>>>>> = {
  PENDING: { CREATED: 'accepted' },
  PROCESSING: { CREATED: 'accepted', PENDING_FUNDING: 'started', PENDING_PROVIDER: 'started' },
  COMPLETED: { CREATED: 'accepted', PENDING_FUNDING: 'started', PENDING_PROVIDER: 'started', PROCESSING: 'delivered' },
  REJECTED: { CREATED: 'rejected' },
  TRANSFER_FAILED: { CREATED: 'accepted', PENDING_FUNDING: 'started', PENDING_PROVIDER: 'failed', PROCESSING: 'failed' },
  FUNDING_RETURNED: { CREATED: 'accepted', PENDING_FUNDING: 'started', PENDING_PROVIDER: 'returned', PROCESSING: 'returned' },
  FUNDING_MISMATCHED: { CREATED: 'accepted', PENDING_FUNDING: 'mismatched' },
  EXPIRED: { CREATED: 'accepted', PENDING_FUNDING: 'expired' },
};

/** The statuses of operations that are in a state of the provider. */
const statusesIn: Readonly<Record<ProviderState, readonly OperationStatus[]>> = {
  PENDING: ['PENDING_FUNDING', 'PENDING_PROVIDER'],
  PROCESSING: ['PROCESSING'],
  COMPLETED: ['COMPLETED'],
  REJECTED: [],
  TRANSFER_FAILED: [],
  FUNDING_RETURNED: [],
  FUNDING_MISMATCHED: [],
  EXPIRED: [],
};

/** What the provider says about an operation. */
export interface Progress {
  readonly state: ProviderState;
  /** The provider's own word. */
  readonly providerStatus: string;
  readonly funding?: Funding | undefined;
  /** If not the usual one. */
  readonly expiresAt?: Date | undefined;
}

/** An operation after one or several events. `books`: steps to book, in order. The same object if nothing has changed. */
export interface Changed {
  readonly operation: Operation;
  readonly books: readonly LedgerStep[];
}

/** Applies an event. Changes nothing if the status has no such event. */
export function afterEvent(operation: Operation, event: OperationEvent, now: Date): Changed {
  const transition = operationMachine[operation.status][event];
  if (!transition) return { operation, books: [] };
  const { to: status, failure: failureReason = operation.failureReason, books } = transition;
  const isAccepted = operation.status === 'CREATED' && status !== 'FAILED';
  const acceptedAt = isAccepted ? now : operation.acceptedAt;
  return {
    operation: { ...operation, status, failureReason, acceptedAt, updatedAt: now },
    books: books ? [books[operation.kind]] : [],
  };
}

/** Applies a report. One that was applied before, or that the operation has passed, changes nothing. */
export function afterReport(before: Operation, progress: Progress, now: Date): Changed {
  let operation = before;
  const books: LedgerStep[] = [];
  for (let event = nextEvent(operation, progress); event; event = nextEvent(operation, progress)) {
    const changed = afterEvent(operation, event, now);
    operation = changed.operation;
    books.push(...changed.books);
  }
  return { operation: withReported({ before, operation }, progress, now), books };
}

function nextEvent(operation: Operation, { state }: Progress): OperationEvent | undefined {
  const event = eventsToward[state][operation.status];
  return event === 'accepted' && !waitsForFunds(operation) ? 'queued' : event;
}

/** Adds what the provider says beside its state. */
function withReported(
  { before, operation }: { readonly before: Operation; readonly operation: Operation },
  { state, providerStatus, funding, expiresAt }: Progress,
  now: Date,
): Operation {
  const hasMoved = operation !== before;
  if (!hasMoved && !statusesIn[state].includes(operation.status)) return operation;
  const others = operation.providerStatuses.filter((word) => word !== providerStatus);
  const isNewWord = hasMoved || others.length === operation.providerStatuses.length;
  const isNewFunding = funding !== undefined && operation.funding === undefined && operation.status === 'PENDING_FUNDING';
  if (!isNewWord && !isNewFunding) return operation;
  const waits = waitsForFunds(operation);
  return {
    ...operation,
    providerStatuses: isNewWord ? [...others, providerStatus] : operation.providerStatuses,
    funding: operation.funding ?? (waits ? funding : undefined),
    expiresAt: operation.expiresAt ?? (waits ? (expiresAt ?? usualExpiry(operation)) : undefined),
    updatedAt: now,
  };
}
