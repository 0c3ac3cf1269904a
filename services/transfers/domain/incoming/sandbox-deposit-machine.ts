// The states of a sandbox deposit.
import type { Machine, StateTable } from '../shared/machine.ts';

export const sandboxDepositStates = {
  TENTATIVE: { shown: 'PENDING', means: 'Not booked yet. Hidden; a refusal removes it.' },
  COMPLETED: { shown: 'COMPLETED', means: 'Credited.' },
} as const satisfies StateTable;
export type SandboxDepositState = keyof typeof sandboxDepositStates;

export const sandboxDepositMachine = {
  NEW: { created: { to: 'TENTATIVE', adds: ['credit'] } },
  TENTATIVE: {
    credited: { to: 'COMPLETED', decidedBy: ['IN'], webhooks: ['COMPLETED'], removes: ['credit'] },
    creditRefused: { to: 'REMOVED', decidedBy: ['IN'], removes: ['credit'] },
  },
  COMPLETED: {},
} as const satisfies Machine<SandboxDepositState>;
