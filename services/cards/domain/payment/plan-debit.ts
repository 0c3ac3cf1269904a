// What happenings do to a debit.

import type { Candidate } from './candidate.ts';
import type { Happening } from './happening.ts';
import { legsOf, type Movement } from './legs.ts';
import type { PaymentEvent } from './machine.ts';
import { isOpen, type PaymentState } from './states.ts';
import { type CardTransaction, netSettledOf } from './transaction.ts';

type Of<K extends Happening['kind']> = Extract<Happening, { readonly kind: K }>;

export function planDebit(debit: CardTransaction, happening: Happening): readonly Candidate[] | undefined {
  switch (happening.kind) {
    case 'AUTHORIZATION':
    case 'FINANCIAL':
      return planAuthorization(debit, happening);
    case 'CLEARING':
      return planClearing(debit, happening);
    case 'EXPIRY':
      return isOpen(debit) ? [expiry(debit)] : undefined;
    case 'ADVICE':
      return isOpen(debit) ? planAdvice(debit, BigInt(happening.amount)) : undefined;
    case 'RETURN':
      return planReturn(debit, BigInt(happening.amount));
    case 'RETURN_REVERSAL':
      return debit.state === 'REFUNDED' ? planReversal(debit) : undefined;
    case 'PULL_CONFIRMED':
      return isPending(debit, happening) ? [candidate('pullConfirmed', withoutPull(debit, happening))] : undefined;
    case 'PULL_FAILED':
      return isPending(debit, happening) ? [pullFailure(debit, happening)] : undefined;
    case 'RETRY':
      return isUnpaid(debit) ? planRetry(debit) : undefined;
    case 'WRITE_OFF':
      return isUnpaid(debit) ? [writeOff(debit)] : undefined;
    default:
      return undefined;
  }
}

const isUnpaid = ({ state }: CardTransaction) => state === 'PULL_FAILED' || state === 'SHORT';

/** An event that moves money, or none if the movement is empty. */
function candidate(event: PaymentEvent, after: CardTransaction, movement: Movement = {}): Candidate {
  return { event, after, legs: legsOf(after, movement) };
}

/** The last attempt was booked, and has not ended. */
const withPull = (debit: CardTransaction, amount: bigint): CardTransaction => ({
  ...debit,
  pulled: debit.pulled + amount,
  pendingPulls: [...debit.pendingPulls, debit.pulls],
});

type PullEvent = Of<'PULL_CONFIRMED' | 'PULL_FAILED'>;

const isPending = ({ pendingPulls }: CardTransaction, { pull }: PullEvent) => pendingPulls.includes(pull);

const withoutPull = (debit: CardTransaction, { pull }: PullEvent): CardTransaction => ({
  ...debit,
  pendingPulls: debit.pendingPulls.filter((number) => number !== pull),
});

/** The first account that covers the whole amount. */
function planAuthorization(debit: CardTransaction, { kind, sources, pull }: Of<'AUTHORIZATION' | 'FINANCIAL'>): Candidate[] {
  const { authorized: amount } = debit;
  const isFinancial = kind === 'FINANCIAL';
  const attempts = sources.map(({ accountId, currency }): Candidate => {
    const paid = withPull({ ...debit, accountId, fundingCurrency: currency, pulls: 1 }, amount);
    const tried = isFinancial
      ? candidate('debited', { ...paid, settled: amount, clearings: 1 }, { available: -amount, network: amount })
      : candidate('held', { ...paid, held: amount }, { available: -amount, held: amount });
    return { ...tried, pull: { ...pull, amount: undefined } };
  });
  return [...attempts, candidate('refused', { ...debit, declineReason: 'INSUFFICIENT_FUNDS' })];
}

function planClearing(debit: CardTransaction, clearing: Of<'CLEARING'>): readonly Candidate[] | undefined {
  const amount = BigInt(clearing.amount);
  if (isOpen(debit)) {
    if (amount === 0n) return [expiry(debit)];
    if (amount > debit.held) return planOverClearing(debit, clearing);
    const after = cleared(debit, amount);
    const event = after.settled < debit.authorized ? 'partlyCleared' : 'fullyCleared';
    return [candidate(event, { ...after, held: debit.held - amount }, { held: -amount, network: amount })];
  }
  if (amount === 0n) return undefined;
  if (isUnpaid(debit)) {
    const after = { ...cleared(debit, amount), owed: debit.owed + amount };
    return [candidate('clearedUnpaid', after, { receivable: -amount, network: amount })];
  }
  return canBeLate.has(debit.state) ? planLateClearing(debit, clearing) : undefined;
}

const canBeLate: ReadonlySet<PaymentState> = new Set(['SETTLED', 'EXPIRED', 'REFUNDED', 'WRITTEN_OFF']);

const cleared = (debit: CardTransaction, amount: bigint): CardTransaction => ({
  ...debit,
  settled: debit.settled + amount,
  clearings: debit.clearings + 1,
});

/** Debits the account for what the hold lacks, all or nothing. */
function planOverClearing(debit: CardTransaction, { amount: text, pull }: Of<'CLEARING'>): Candidate[] {
  const amount = BigInt(text);
  const { held } = debit;
  const missing = amount - held;
  const tried = { ...cleared(debit, amount), held: 0n, pulls: debit.pulls + 1 };
  const owing = { ...tried, owed: debit.owed + missing };
  const short = candidate('overClearedShort', owing, { held: -held, receivable: -missing, network: amount });
  if (!pull) return [short];
  const paid = withPull(tried, missing);
  const covered = candidate('overCleared', paid, { held: -held, available: -missing, network: amount });
  return [{ ...covered, pull: { ...pull, amount: missing } }, short];
}

/** After the transaction has ended, nothing is held. What a closed card cannot pay is the operator's loss. */
function planLateClearing(debit: CardTransaction, { amount: text, pull, isCardClosed }: Of<'CLEARING'>): Candidate[] {
  const amount = BigInt(text);
  const tried = { ...cleared(debit, amount), pulls: debit.pulls + 1 };
  const owing = { receivable: -amount, network: amount };
  const short: Candidate = isCardClosed
    ? { ...candidate('lost', tried, owing), secondLegs: legsOf(debit, { receivable: amount, loss: -amount }) }
    : candidate('lateClearedShort', { ...tried, owed: debit.owed + amount }, owing);
  if (!pull) return [short];
  const paid = withPull(tried, amount);
  const covered = candidate('lateCleared', paid, { available: -amount, network: amount });
  return [{ ...covered, pull: { ...pull, amount } }, short];
}

function expiry(debit: CardTransaction): Candidate {
  const { held, pulled } = debit;
  return candidate('expired', { ...debit, held: 0n, pulled: pulled - held }, { held: -held, available: held });
}

/** At least what was collected already. */
function planAdvice(debit: CardTransaction, total: bigint): Candidate[] | undefined {
  const target = total - debit.settled;
  if (target < 0n) return undefined;
  const after = { ...debit, authorized: total };
  if (total > debit.authorized) return planRaise(after, target - debit.held);
  const held = target < debit.held ? target : debit.held;
  const released = debit.held - held;
  const event = debit.state === 'PARTIALLY_SETTLED' && target === 0n ? 'loweredToSettled' : 'lowered';
  return [candidate(event, { ...after, held, pulled: debit.pulled - released }, { held: -released, available: released })];
}

function planRaise(debit: CardTransaction, increase: bigint): Candidate[] {
  const tried = { ...debit, pulls: debit.pulls + 1 };
  const paid = { ...withPull(tried, increase), held: debit.held + increase };
  const raised = candidate('raised', paid, { available: -increase, held: increase });
  return [{ ...raised, pull: { afterMs: 0, isFailed: false, amount: undefined } }, candidate('notRaised', tried)];
}

/** Returned money pays what the customer owes first. */
function planReturn(debit: CardTransaction, amount: bigint): readonly Candidate[] | undefined {
  const net = netSettledOf(debit);
  if (!canReturn.has(debit.state) || amount > net) return undefined;
  const paid = amount < debit.owed ? amount : debit.owed;
  const after = { ...debit, returns: [...debit.returns, amount], owed: debit.owed - paid };
  const event = amount === net && endsReturned.has(debit.state) ? 'returnedInFull' : 'returned';
  return [candidate(event, after, { network: -amount, receivable: paid, available: amount - paid })];
}

const endsReturned: ReadonlySet<PaymentState> = new Set(['SETTLED', 'EXPIRED']);
const canReturn: ReadonlySet<PaymentState> = new Set([
  ...endsReturned,
  'PARTIALLY_SETTLED',
  'PULL_FAILED',
  'SHORT',
  'WRITTEN_OFF',
]);

function planReversal(debit: CardTransaction): Candidate[] {
  const amount = debit.returns.at(-1) ?? 0n;
  const after = { ...debit, returns: debit.returns.slice(0, -1) };
  return [
    candidate('reversed', after, { available: -amount, network: amount }),
    candidate('reversedShort', { ...after, owed: debit.owed + amount }, { receivable: -amount, network: amount }),
  ];
}

/** The account gets back what it paid, and the customer owes what was cleared of it. Losses of the operator were not paid by the account. */
function pullFailure(debit: CardTransaction, failure: Of<'PULL_FAILED'>): Candidate {
  const { held, owed, pulled } = debit;
  const paid = least(netSettledOf(debit) - owed, pulled - held);
  const beyond = failure.amount === undefined ? undefined : BigInt(failure.amount);
  const due = beyond === undefined ? paid : least(beyond, paid);
  const left = beyond === undefined ? 0n : pulled - beyond;
  const after = { ...withoutPull(debit, failure), held: 0n, pulled: left, owed: owed + due };
  return candidate('pullFailed', after, { held: -held, available: held + due, receivable: -due });
}

const least = (one: bigint, other: bigint) => (one < other ? one : other);

function planRetry(debit: CardTransaction): Candidate[] {
  const { owed } = debit;
  const tried = { ...debit, pulls: debit.pulls + 1 };
  const paid = { ...tried, owed: 0n, pulled: debit.settled };
  return [candidate('retried', paid, { available: -owed, receivable: owed }), candidate('stillShort', tried)];
}

function writeOff(debit: CardTransaction): Candidate {
  return candidate('writtenOff', { ...debit, owed: 0n }, { receivable: debit.owed, loss: -debit.owed });
}
