// The page of payments: the states of each kind of transaction, its table, and a diagram of it.

import { debitMachine, debitStates } from '../services/transfers/domain/incoming/debit-machine.ts';
import { depositMachine, depositStates } from '../services/transfers/domain/incoming/deposit-machine.ts';
import { receiptMachine, receiptStates } from '../services/transfers/domain/incoming/receipt-machine.ts';
import { sandboxDepositMachine, sandboxDepositStates } from '../services/transfers/domain/incoming/sandbox-deposit-machine.ts';
import { transferInMachine, transferInStates } from '../services/transfers/domain/incoming/transfer-in-machine.ts';
import { umaPaymentMachine, umaPaymentStates } from '../services/transfers/domain/incoming/uma-machine.ts';
import { unmatchedFundsMachine, unmatchedFundsStates } from '../services/transfers/domain/incoming/unmatched-funds-machine.ts';
import { paymentMachine } from '../services/transfers/domain/payment/machine.ts';
import { paymentStates } from '../services/transfers/domain/payment/states.ts';
import { transferOutMachine, transferOutStates } from '../services/transfers/domain/payment/transfer-out-machine.ts';
import type { Machine, StateTable, Transition } from '../services/transfers/domain/shared/machine.ts';

interface Chapter {
  readonly title: string;
  readonly text: string;
  readonly states: StateTable;
  readonly machine: Machine<string>;
}

const chapters: readonly Chapter[] = [
  {
    title: 'Payments of quotes',
    text: 'Kind PAYMENT: a quote and its payment are one record.',
    states: paymentStates,
    machine: paymentMachine,
  },
  {
    title: 'Transfers out',
    text: 'Kind TRANSFER_OUT: a payment in one currency without a quote.',
    states: transferOutStates,
    machine: transferOutMachine,
  },
  {
    title: 'Transfers in',
    text: 'Kind TRANSFER_IN: a rail pulls from a bank account, and an internal account is credited.',
    states: transferInStates,
    machine: transferInMachine,
  },
  {
    title: 'Deposits',
    text: 'Kind DEPOSIT: money that comes to an internal account by itself.',
    states: depositStates,
    machine: depositMachine,
  },
  {
    title: 'Payments from UMA addresses',
    text: 'Kind UMA_PAYMENT: the platform decides, then the money comes, and is credited or paid out.',
    states: umaPaymentStates,
    machine: umaPaymentMachine,
  },
  {
    title: 'Funds without an open quote',
    text: 'Kind UNMATCHED_FUNDS: funds for a quote that has its money already.',
    states: unmatchedFundsStates,
    machine: unmatchedFundsMachine,
  },
  {
    title: 'Debits',
    text: 'Kind DEBIT: somebody outside takes money from an internal account.',
    states: debitStates,
    machine: debitMachine,
  },
  {
    title: 'Deposits of the sandbox',
    text: 'Kind SANDBOX_DEPOSIT: `POST /sandbox/internal-accounts/{id}/fund`.',
    states: sandboxDepositStates,
    machine: sandboxDepositMachine,
  },
  {
    title: 'Receipts',
    text: "Kind RECEIPT: the receiver's side of an internal payment, whose money the payment books.",
    states: receiptStates,
    machine: receiptMachine,
  },
];

/** Markdown. */
export function paymentsPage(): string {
  return `${[head, ...chapters.map(chapterText)].join('\n\n')}\n`;
}

const head = `# Payments

Written by \`npm run docs\` from the tables in \`services/transfers/domain\`. A transaction has one state, and \`status\` is how it is
shown. Each table gives for a state and an event all that follows. \`steps/shared/transition.ts\` applies it:

1. The steps under "Decided by" were booked before: the ledger's answer is the event. A step that was refused is voided.
2. The steps under "Books" are booked in order, under their keys.
3. One commit keeps the next state, the webhooks (in order, without their prefix) and the jobs that are added (+) and removed (−).

A process that dies anywhere is followed by a job, which finds the state and goes on under the same keys. "or" stands for a refund that
cannot be completed: then REFUND_FAIL is booked in place of REFUND_DONE, and REFUND_FAILED announced in place of REFUND_COMPLETED.
No operation returns TENTATIVE transactions. A \`follow-up\` is added only where the rail has more to tell, \`disable-invoice\` only for a
Lightning invoice.`;

function chapterText({ title, text, states, machine }: Chapter): string {
  const stateRows = Object.entries(states).map(([name, { shown, means }]) => [name, shown, means]);
  return [
    `## ${title}`,
    text,
    table(['State', 'Status', 'Meaning'], stateRows),
    table(['From', 'Event', 'To', 'Decided by', 'Books', 'Webhooks', 'Jobs'], rowsOf(machine).map(rowText)),
    diagram(machine),
  ].join('\n\n');
}

interface Row {
  readonly from: string;
  readonly event: string;
  readonly transition: Transition;
}

function rowsOf(machine: Machine<string>): Row[] {
  return Object.entries(machine).flatMap(([from, events]) =>
    Object.entries(events).map(([event, transition]) => ({ from, event, transition })),
  );
}

function rowText({ from, event, transition }: Row): string[] {
  const { to, suspended, decidedBy = [], books = [], webhooks = [], adds = [], removes = [] } = transition;
  const jobs = [...removes.map((job) => `− ${job}`), ...adds.map((job) => `+ ${job}`)];
  return [
    from === 'NEW' ? '(new)' : from,
    event,
    [to === 'REMOVED' ? '(removed)' : to, ...(suspended ? [suspended] : [])].join(' or '),
    decidedBy.join(', '),
    books.join(', '),
    webhooks.join(', '),
    jobs.join(', '),
  ];
}

/** Events that lead from one state to the same next one share an arrow. */
function diagram(machine: Machine<string>): string {
  const arrows = new Map<string, string[]>();
  for (const { from, event, transition } of rowsOf(machine)) {
    for (const to of [transition.to, ...(transition.suspended ? [transition.suspended] : [])]) {
      const arrow = `${from === 'NEW' ? '[*]' : from} --> ${to === 'REMOVED' ? '[*]' : to}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), event]);
    }
  }
  const lines = [...arrows].map(([arrow, events]) => `  ${arrow}: ${events.join(', ')}`);
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
