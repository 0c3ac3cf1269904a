// The requests of simulated agents: their kinds, how they are refused, and where they can be cut off.
import type { BankSuffix } from './agent-action.ts';

export type TransferKind = readonly ['TRANSFER_OUT' | 'TRANSFER_IN', BankSuffix];

/** Those out end at once, so that no balance depends on the order of what becomes due together. */
export const kinds: readonly TransferKind[] = [
  ['TRANSFER_OUT', '911'],
  ['TRANSFER_OUT', '911'],
  ['TRANSFER_OUT', '003'],
  ['TRANSFER_IN', '911'],
  ['TRANSFER_IN', '003'],
  ['TRANSFER_IN', '005'],
];

/** The status of a refusal, by its reason. */
export const statusOf = (reason: string) => refusals[reason] ?? 403;

const refusals: { readonly [reason: string]: number } = {
  INSUFFICIENT_BALANCE: 400,
  QUOTE_EXPIRED: 409,
  QUOTE_ALREADY_EXECUTED: 409,
  AGENT_ACTION_PENDING: 409,
};

/** Where a request can be cut off, by the status of its action. */
export const crashPoints: { readonly [status: string]: readonly string[] } = {
  APPROVED: ['action intended', 'agent payment executed', 'action begun'],
  PENDING_APPROVAL: ['action intended', 'approval requested', 'agent payment waits', 'action waits'],
};

/** After it, nothing else is due while a request recovers. */
export const pauseSeconds = 31;
