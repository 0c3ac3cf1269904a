// The states of a debit: an external party collects money from an internal account.
import type { Machine, StateTable } from '../shared/machine.ts';

export const debitStates = {
  TENTATIVE: { shown: 'PENDING', means: 'Reported, but not decided. Hidden.' },
  COMPLETED: { shown: 'COMPLETED', means: 'Paid.' },
  FAILED: { shown: 'FAILED', means: 'Returned unpaid.' },
} as const satisfies StateTable;
export type DebitState = keyof typeof debitStates;

export const debitMachine = {
  NEW: { reported: { to: 'TENTATIVE', adds: ['debit'] } },
  TENTATIVE: {
    paid: { to: 'COMPLETED', decidedBy: ['DEBIT'], webhooks: ['COMPLETED'], removes: ['debit'] },
    refused: {
      to: 'FAILED',
      decidedBy: ['DEBIT'],
      webhooks: ['FAILED'],
      removes: ['debit'],
      failure: 'COLLECTION_FAILED',
    },
  },
  COMPLETED: {},
  FAILED: {},
} as const satisfies Machine<DebitState>;
