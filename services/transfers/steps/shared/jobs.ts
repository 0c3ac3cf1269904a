// The jobs of transactions: one that continues after a crash, and one per later poll of a rail.
import type { JsonObject } from '@bufbuild/protobuf';
import type { NewJob } from '../../../kit/background/jobs.ts';
import { tracedBy } from '../../../kit/core/tracing.ts';
import type { TransfersContext } from '../../context.ts';
import { isOutgoing, type Transaction } from '../../domain/record/transaction.ts';
import type { JobKind } from '../../domain/shared/machine.ts';

/** How long the first process has before a job takes over. */
export const recoveryMs = 10_000;

/** The job of a transaction, `afterMs` from now. Undefined if the transaction has none. */
export function jobFor(
  context: TransfersContext,
  transaction: Transaction,
  { kind, afterMs }: { readonly kind: JobKind; readonly afterMs?: number | undefined },
): NewJob | undefined {
  const { caller, clock, requestId } = context;
  const plan = planOf(transaction, kind, afterMs);
  if (!plan) return undefined;
  const { delayMs, runAt = new Date(clock.now().getTime() + delayMs), payload } = plan;
  const key = jobKeyOf(transaction, kind);
  return { kind, key, caller, payload: { transactionId: transaction.id, ...payload }, runAt, requestId, ...tracedBy() };
}

/** With its kind, identifies a job of a transaction in its current state. */
export function jobKeyOf(transaction: Transaction, kind: JobKind): string {
  const { id, state } = transaction;
  switch (kind) {
    case 'follow-up':
      return `${id} ${requestOf(transaction)} ${railChecksOf(transaction)}`;
    case 'deposit':
      return `${id} ${state}`;
    case 'lapse-authorization':
      return (transaction.kind === 'PAYMENT' && transaction.authorization?.id) || id;
    case 'uma-ask':
      return `${id} ${asksOf(transaction)}`;
    case 'uma-deadline':
      return `${id} ${attemptOf(transaction)}`;
    case 'uma-settle':
      return `${id} ${state} ${railChecksOf(transaction)}`;
    default:
      return id;
  }
}

interface Plan {
  readonly delayMs: number;
  readonly runAt?: Date;
  readonly payload?: JsonObject;
}

function planOf(transaction: Transaction, kind: JobKind, afterMs: number | undefined): Plan | undefined {
  const { state } = transaction;
  const railChecks = railChecksOf(transaction);
  switch (kind) {
    case 'follow-up': // only if the rail expects more reports
      return afterMs === undefined ? undefined : { delayMs: afterMs, payload: { request: requestOf(transaction), railChecks } };
    case 'lapse-authorization': {
      const challenge = transaction.kind === 'PAYMENT' ? transaction.authorization : undefined;
      return challenge && { delayMs: 0, runAt: challenge.expiresAt, payload: { challengeId: challenge.id } };
    }
    case 'disable-invoice': {
      const isOfInvoice = isOutgoing(transaction) && transaction.quote.invoice !== undefined;
      return isOfInvoice ? { delayMs: 0, payload: { accountId: transaction.receiver } } : undefined;
    }
    case 'report-failure':
      return { delayMs: 0 };
    case 'uma-ask':
      return { delayMs: 0, payload: { asks: asksOf(transaction) } };
    case 'uma-deadline':
      return { delayMs: afterMs ?? 0, payload: { attempt: attemptOf(transaction) } };
    case 'uma-settle':
      return { delayMs: afterMs ?? 0, payload: { state, railChecks } };
    default:
      return { delayMs: recoveryMs };
  }
}

/** What the rail is called for. Each has its own count of polls. */
export function requestOf({ state }: Pick<Transaction, 'state'>): 'PULL' | 'CREDIT' | 'PAYOUT' {
  if (state === 'COLLECTING' || state === 'PULLING') return 'PULL';
  return state === 'CREDIT_BLOCKED' ? 'CREDIT' : 'PAYOUT';
}

const railChecksOf = (transaction: Transaction) => ('railChecks' in transaction ? transaction.railChecks : 0);
const attemptOf = (transaction: Transaction) => ('attempt' in transaction ? transaction.attempt : 0);
const asksOf = (transaction: Transaction) => (transaction.kind === 'UMA_PAYMENT' ? transaction.uma.pending.asks : 0);
