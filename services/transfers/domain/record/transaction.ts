// All kinds of transactions, each with its table.

import { debitMachine, debitStates } from '../incoming/debit-machine.ts';
import { depositMachine, depositStates } from '../incoming/deposit-machine.ts';
import type { IncomingTransaction } from '../incoming/incoming.ts';
import { receiptMachine, receiptStates } from '../incoming/receipt-machine.ts';
import { sandboxDepositMachine, sandboxDepositStates } from '../incoming/sandbox-deposit-machine.ts';
import { transferInMachine, transferInStates } from '../incoming/transfer-in-machine.ts';
import { umaPaymentMachine, umaPaymentStates } from '../incoming/uma-machine.ts';
import { unmatchedFundsMachine, unmatchedFundsStates } from '../incoming/unmatched-funds-machine.ts';
import { paymentMachine } from '../payment/machine.ts';
import { arrivedOf, type OutgoingPayment } from '../payment/payment.ts';
import { lapsingStates, paymentStates } from '../payment/states.ts';
import { transferOutMachine, transferOutStates } from '../payment/transfer-out-machine.ts';
import type { EventsOf, Machine, ShownStatus, StateTable, StepsOf } from '../shared/machine.ts';

export type Transaction = OutgoingPayment | IncomingTransaction;
export type Kind = Transaction['kind'];
/** A transaction of one kind. */
export type OfKind<K extends Kind> = Extract<Transaction, { readonly kind: K }>;

/** The table of each kind. */
export const machines = {
  PAYMENT: paymentMachine,
  TRANSFER_OUT: transferOutMachine,
  TRANSFER_IN: transferInMachine,
  DEPOSIT: depositMachine,
  SANDBOX_DEPOSIT: sandboxDepositMachine,
  DEBIT: debitMachine,
  UNMATCHED_FUNDS: unmatchedFundsMachine,
  UMA_PAYMENT: umaPaymentMachine,
  RECEIPT: receiptMachine,
} as const satisfies { readonly [K in Kind]: Machine<string> };

export type EventOf<K extends Kind> = EventsOf<(typeof machines)[K]>;

/** The ledger steps of a kind. */
export type StepOf<K extends Kind> = StepsOf<(typeof machines)[K]>;

/** The states of each kind. */
export const states: { readonly [K in Kind]: StateTable } = {
  PAYMENT: paymentStates,
  TRANSFER_OUT: transferOutStates,
  TRANSFER_IN: transferInStates,
  DEPOSIT: depositStates,
  SANDBOX_DEPOSIT: sandboxDepositStates,
  DEBIT: debitStates,
  UNMATCHED_FUNDS: unmatchedFundsStates,
  UMA_PAYMENT: umaPaymentStates,
  RECEIPT: receiptStates,
};

const outgoingKinds: readonly string[] = ['PAYMENT', 'TRANSFER_OUT'] satisfies Kind[];

/** The kinds of transactions with this type. */
export function kindsShownAs(type: string): string[] {
  const kinds = Object.keys(machines);
  if (type === 'OUTGOING') return kinds.filter((kind) => outgoingKinds.includes(kind));
  return type === 'INCOMING' ? kinds.filter((kind) => !outgoingKinds.includes(kind)) : [];
}

export function isOutgoing(transaction: Transaction): transaction is OutgoingPayment {
  return outgoingKinds.includes(transaction.kind);
}

export function isIncoming(transaction: Transaction): transaction is IncomingTransaction {
  return !isOutgoing(transaction);
}

/** The status of a state. */
export function shownStatus({ kind, state }: { readonly kind: Kind; readonly state: string }): ShownStatus {
  return states[kind][state]?.shown ?? 'PENDING';
}

/** All statuses that are shown. */
export const shownStatuses: readonly ShownStatus[] = [
  ...new Set(Object.values(states).flatMap((of) => Object.values(of).map(({ shown }) => shown))),
];

/** The states with a status, as pairs of kind and state. */
export function statesShownAs(status: string): string[] {
  return Object.entries(states).flatMap(([kind, of]) =>
    Object.entries(of).flatMap(([name, { shown }]) => (shown === status ? [`${kind} ${name}`] : [])),
  );
}

/** States in which a transaction may stay: no job continues it. */
export const restingStates = [
  'OPEN',
  'AWAITING_APPROVAL',
  'SEEN',
  'DELIVERED',
  'COMPLETED',
  'CANCELLED',
  'CANCELLED_SUSPENDED',
  'FAILED',
  'REFUNDED',
  'RETURNED',
  'SUSPENDED',
  'REJECTED',
  'EXPIRED',
  'LATE_REFUNDED',
  'LATE_SUSPENDED',
] as const;

interface Lapsing {
  readonly kind: Kind;
  readonly state: string;
  readonly updatedAt: Date;
  readonly expiresAt?: Date;
}

/** The status of a transaction. Never PENDING after its deadline, even if the sweep is seconds late. */
export function shownAt(transaction: Lapsing, now: Date): { status: ShownStatus; updatedAt: Date } {
  const { state, updatedAt, expiresAt } = transaction;
  if (lapsingStates.some((one) => one === state) && expiresAt && now >= expiresAt)
    return { status: 'EXPIRED', updatedAt: expiresAt };
  return { status: shownStatus(transaction), updatedAt };
}

const suspendedStates: ReadonlySet<string> = new Set(['SUSPENDED', 'CANCELLED_SUSPENDED', 'LATE_SUSPENDED']);

/** Its refund failed, and the money waits for the operator. */
export function isRefundSuspended({ state }: Pick<Transaction, 'state'>): boolean {
  return suspendedStates.has(state);
}

/** Public id of the paying account, or the UMA address. */
export function senderOf(transaction: Transaction): string | undefined {
  if (isOutgoing(transaction)) return transaction.funding.sender;
  return 'sender' in transaction ? transaction.sender : undefined;
}

/** The received amount of an externally funded transaction. */
export function amountFrom(transaction: Transaction): bigint {
  return (isOutgoing(transaction) ? arrivedOf(transaction) : undefined) ?? transaction.sent.amount;
}

/** Whether its money arrived as a crypto asset from outside. */
export function isCryptoFromOutside(transaction: Transaction): boolean {
  if (transaction.kind === 'UNMATCHED_FUNDS') return transaction.deposit.isCrypto;
  return isOutgoing(transaction) && transaction.funding.kind === 'PUSH' && transaction.funding.isCrypto;
}
