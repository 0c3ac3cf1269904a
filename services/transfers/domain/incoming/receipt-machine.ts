// The states of a receipt: the receiver's view of an internal payment, which books the money.
import type { Machine, StateTable } from '../shared/machine.ts';

export const receiptStates = {
  COMPLETED: { shown: 'COMPLETED', means: 'Credited by the payment.' },
} as const satisfies StateTable;
export type ReceiptState = keyof typeof receiptStates;

export const receiptMachine = {
  NEW: { credited: { to: 'COMPLETED', webhooks: ['COMPLETED'] } },
  COMPLETED: {},
} as const satisfies Machine<ReceiptState>;
