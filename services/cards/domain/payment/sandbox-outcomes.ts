// Outcomes of the sandbox: the last three characters of a merchant's descriptor, and of a transaction's id.
import type { DeclineReason } from './decision.ts';
import type { PullEnd } from './happening.ts';

export interface SandboxOutcome {
  readonly decline?: DeclineReason;
  /** The decline is that of a debit of the account, which failed. */
  readonly isPullCounted?: boolean;
  readonly pull: PullEnd;
  /** What the id of the transaction ends in. */
  readonly ending?: string;
}

const atOnce: PullEnd = { afterMs: 0, isFailed: false };
const slowly: PullEnd = { afterMs: 30_000, isFailed: false };
const failing: PullEnd = { afterMs: 2_000, isFailed: true };

const byDescriptor: ReadonlyMap<string, SandboxOutcome> = new Map([
  ['002', { decline: 'INSUFFICIENT_FUNDS', isPullCounted: true, pull: atOnce }],
  ['003', { decline: 'CARD_PAUSED', pull: atOnce }],
  ['005', { pull: slowly }],
  ['006', { pull: failing }],
  ['102', { pull: atOnce, ending: '002' }],
  ['103', { pull: atOnce, ending: '003' }],
  ['105', { pull: atOnce, ending: '005' }],
  ['106', { pull: atOnce, ending: '006' }],
]);

export const usualOutcome: SandboxOutcome = { pull: atOnce };

export function outcomeOf(descriptor: string): SandboxOutcome {
  return byDescriptor.get(descriptor.slice(-3)) ?? usualOutcome;
}

const byId: ReadonlyMap<string, PullEnd | undefined> = new Map([
  ['002', undefined],
  ['003', undefined],
  ['005', slowly],
  ['006', failing],
]);

/** How a debit beyond the hold ends. Undefined: it fails at once. */
export function laterPullOf(transactionId: string): PullEnd | undefined {
  const ending = transactionId.slice(-3);
  return byId.has(ending) ? byId.get(ending) : atOnce;
}
