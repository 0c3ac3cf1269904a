// Actions: payments that agents request.
import type { ActionFailure, ActionState } from './action-machine.ts';
import type { Converted, Money } from './conversion.ts';

export type ActionType = 'EXECUTE_QUOTE' | 'TRANSFER_OUT' | 'TRANSFER_IN';

export interface Action {
  /** uuid. Of transfers, also the id of the transaction. */
  readonly id: string;
  readonly platformId: string;
  /** uuid. */
  readonly agentId: string;
  /** uuid. */
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly type: ActionType;
  readonly state: ActionState;
  /** uuid. Absent for transfers. */
  readonly quoteId?: string | undefined;
  /** uuid. */
  readonly transactionId: string;
  /** Public ids. Of a quote: the internal accounts. */
  readonly accountIds: readonly string[];
  /** The internal account whose rule applies. */
  readonly ruledBy?: string | undefined;
  /** Public ids of both ends. Absent for quotes. */
  readonly transfer?: { readonly source: string; readonly destination: string } | undefined;
  readonly money: Money;
  /** What it counts for, while it is counted, and since when. */
  readonly spend?: (Pick<Converted, 'currency' | 'amount'> & { readonly countedAt: Date }) | undefined;
  readonly rejectionReason?: string | undefined;
  readonly failure?: ActionFailure | undefined;
  /** uuid of the wallet session that signed. */
  readonly sessionId?: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The parts of an action that only its execution needs. Sealed, because they contain texts of people. */
export interface ActionSecret {
  /** Proto3 JSON of the transfer. */
  readonly transfer?: unknown;
  readonly walletSignature?: string | undefined;
}

export const timeoutReason = 'APPROVAL_TIMEOUT';
export const deletedReason = 'AGENT_DELETED';

/** When a pending action is rejected. */
export function timeoutOf({ createdAt }: Pick<Action, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + 24 * 3_600_000);
}

/** Pending actions of an agent. */
export const pendingMax = 100;
