// The states of actions, and the transitions between them. Both routes of approval take these.

export type ActionStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED';

/** Hidden: no operation returns the action. */
export const actionStates = {
  STARTING: { shown: 'APPROVED', isHidden: true, means: 'Counted, and about to run. A refusal removes it.' },
  SUBMITTING: { shown: 'PENDING_APPROVAL', isHidden: true, means: 'Needs an approval; its transaction does not wait yet.' },
  PENDING: { shown: 'PENDING_APPROVAL', isHidden: false, means: 'Waits for the approval of the platform, at most 24 hours.' },
  APPROVING: { shown: 'APPROVED', isHidden: false, means: 'Approved, counted, and about to run.' },
  APPROVED: { shown: 'APPROVED', isHidden: false, means: 'Its transaction has begun, and shows how it continues.' },
  REJECTED: { shown: 'REJECTED', isHidden: false, means: 'Rejected by the platform, by the time-out, or with its agent.' },
  FAILED: { shown: 'FAILED', isHidden: false, means: 'Ended before any money moved.' },
} as const satisfies {
  readonly [state: string]: { readonly shown: ActionStatus; readonly isHidden: boolean; readonly means: string };
};

export type ActionState = keyof typeof actionStates;

export type ActionJob = 'carry-out' | 'time-out' | 'end-payment';

export type ActionFailure =
  | 'QUOTE_EXPIRED'
  | 'POLICY_DENIED'
  | 'AGENT_PAUSED'
  | 'INSUFFICIENT_FUNDS'
  | 'WALLET_SESSION_REVOKED'
  | 'EXECUTION_FAILED';

/** One row of the table. */
export interface ActionTransition {
  /** REMOVED: deletes an action that was never shown. */
  readonly to: ActionState | 'REMOVED';
  /** What the same commit does to the usage of the agent. */
  readonly usage?: 'COUNTED' | 'TAKEN_BACK';
  /** Sends AGENT_ACTION.PENDING_APPROVAL. */
  readonly isAnnounced?: boolean;
  readonly adds?: readonly ActionJob[];
  readonly removes?: readonly ActionJob[];
}

const ended = { adds: ['end-payment'], removes: ['time-out'] } as const;
const agentDeleted = { to: 'REJECTED', ...ended } as const;

export const actionMachine = {
  NEW: {
    run: { to: 'STARTING', usage: 'COUNTED', adds: ['carry-out'] },
    submitted: { to: 'SUBMITTING', adds: ['carry-out'] },
  },
  STARTING: {
    started: { to: 'APPROVED', removes: ['carry-out'] },
    refused: { to: 'REMOVED', usage: 'TAKEN_BACK', removes: ['carry-out'] },
  },
  SUBMITTING: {
    waiting: { to: 'PENDING', isAnnounced: true, adds: ['time-out'], removes: ['carry-out'] },
    refused: { to: 'REMOVED', removes: ['carry-out'] },
    agentDeleted: { to: 'REJECTED', adds: ['end-payment'], removes: ['carry-out'] },
  },
  PENDING: {
    approved: { to: 'APPROVING', usage: 'COUNTED', adds: ['carry-out'], removes: ['time-out'] },
    denied: { to: 'FAILED', ...ended },
    rejected: { to: 'REJECTED', ...ended },
    timedOut: { to: 'REJECTED', ...ended },
    agentDeleted,
  },
  APPROVING: {
    started: { to: 'APPROVED', removes: ['carry-out'] },
    broken: { to: 'FAILED', usage: 'TAKEN_BACK', adds: ['end-payment'], removes: ['carry-out'] },
  },
  APPROVED: { broken: { to: 'FAILED', usage: 'TAKEN_BACK' } },
  REJECTED: {},
  FAILED: {},
} as const satisfies { readonly [From in ActionState | 'NEW']: { readonly [event: string]: ActionTransition } };

/** The states whose actions have not ended, or begun. */
export const openStates = ['STARTING', 'SUBMITTING', 'PENDING', 'APPROVING'] as const satisfies readonly ActionState[];

type Machine = typeof actionMachine;
export type ActionEvent = { [From in keyof Machine]: keyof Machine[From] }[keyof Machine] & string;

/** Undefined if the state does not accept the event. */
export function transitionOf(from: ActionState | 'NEW', event: ActionEvent): ActionTransition | undefined {
  const rows: { readonly [event: string]: ActionTransition } = actionMachine[from];
  return rows[event];
}

/** The states with a status, without hidden ones. */
export function statesShownAs(status: ActionStatus | undefined): ActionState[] {
  const states = Object.keys(actionStates) as ActionState[];
  return states.filter((state) => {
    const { shown, isHidden } = actionStates[state];
    return !isHidden && (status === undefined || shown === status);
  });
}
