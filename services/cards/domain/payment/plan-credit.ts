// What happenings do to a credit.

import type { Candidate } from './candidate.ts';
import type { Happening } from './happening.ts';
import { legsOf } from './legs.ts';
import { isOpen } from './states.ts';
import type { CardTransaction } from './transaction.ts';

export function planCredit(credit: CardTransaction, happening: Happening): readonly Candidate[] | undefined {
  switch (happening.kind) {
    case 'FINANCIAL_CREDIT':
      return [clearing(credit, 'credited', credit.authorized), refused(credit)];
    case 'CLEARING':
      return planClearing(credit, BigInt(happening.amount));
    case 'EXPIRY':
      return isOpen(credit) ? [{ event: 'expired', after: credit, legs: [] }] : undefined;
    case 'ADVICE':
      return isOpen(credit) && BigInt(happening.amount) >= credit.settled
        ? [resizing(credit, BigInt(happening.amount))]
        : undefined;
    default:
      return undefined;
  }
}

function planClearing(credit: CardTransaction, amount: bigint): readonly Candidate[] | undefined {
  if (!isOpen(credit)) return canBeLate.has(credit.state) && amount > 0n ? [clearing(credit, 'lateCredited', amount)] : undefined;
  if (amount === 0n) return [{ event: 'expired', after: credit, legs: [] }];
  const isFull = credit.settled + amount >= credit.authorized;
  return [clearing(credit, isFull ? 'fullyCredited' : 'partlyCredited', amount)];
}

const canBeLate: ReadonlySet<string> = new Set(['SETTLED', 'EXPIRED']);

function clearing(credit: CardTransaction, event: Candidate['event'], amount: bigint): Candidate {
  const after = { ...credit, settled: credit.settled + amount, clearings: credit.clearings + 1 };
  return { event, after, legs: legsOf(credit, { available: amount, network: -amount }) };
}

function refused(credit: CardTransaction): Candidate {
  return { event: 'refused', after: { ...credit, declineReason: 'NO_ELIGIBLE_FUNDING_SOURCE' }, legs: [] };
}

function resizing(credit: CardTransaction, authorized: bigint): Candidate {
  const isSettled = credit.state === 'PARTIALLY_SETTLED' && authorized === credit.settled;
  return { event: isSettled ? 'resizedToSettled' : 'resized', after: { ...credit, authorized }, legs: [] };
}
