// A requested journal: its legs, errors that are independent of balances, and its identity.
import { hash } from 'node:crypto';
import type { LedgerAccount } from './ledger-account.ts';

export interface Leg {
  readonly account: LedgerAccount;
  readonly currency: string;
  /** In the smallest unit. A credit is positive. */
  readonly amount: bigint;
  /** Limits a debit to the balance of `account`. The rest is booked here. */
  readonly restFrom?: LedgerAccount;
}

/** The agent that requested a transaction, and its action. uuids. */
export interface AgentReference {
  readonly agentId: string;
  readonly actionId?: string | undefined;
}

/** A journal to book under the key (platform, subject, step). */
export interface JournalRequest {
  /** uuid of the future journal. */
  readonly id: string;
  readonly platformId: string;
  readonly subject: string;
  readonly step: string;
  readonly legs: readonly Leg[];
  /** Alternatives to `legs`, in order. The first that the accounts allow is booked. */
  readonly otherwise?: readonly (readonly Leg[])[];
  readonly agent?: AgentReference | undefined;
  /** In the platform's time. */
  readonly at: Date;
}

/** The key under which a journal is booked once. */
export function keyOf({ platformId, subject, step }: Pick<JournalRequest, 'platformId' | 'subject' | 'step'>): string {
  return `${platformId} ${subject} ${step}`;
}

/** The legs of a journal and its alternatives, in their order. */
export function alternativesOf({
  legs,
  otherwise = [],
}: Pick<JournalRequest, 'legs' | 'otherwise'>): readonly (readonly Leg[])[] {
  return [legs, ...otherwise];
}

/** The ids of the balances of all alternatives, once per leg. Those of a fork are the same as of its original. */
export function balancesOf(journal: Pick<JournalRequest, 'legs' | 'otherwise'>): string[] {
  const ids: string[] = [];
  for (const { account, restFrom } of alternativesOf(journal).flat()) {
    ids.push(account.balanceId);
    if (restFrom) ids.push(restFrom.balanceId);
  }
  return ids;
}

/** Which alternative has these lines as its legs. */
export function alternativeWith(lines: readonly string[], journal: JournalRequest): number {
  const booked = lines.toSorted().join('\n');
  const isBooked = (legs: readonly Leg[]) => legs.map(lineText).toSorted().join('\n') === booked;
  return Math.max(0, alternativesOf(journal).findIndex(isBooked));
}

/** A leg without a limit, as its line is read from the database. */
const lineText = ({ account, amount }: Leg) => `${account.balanceId} ${account.part} ${amount}`;

/** The currencies in which the legs do not sum to zero. */
export function unbalanced(legs: readonly Pick<Leg, 'currency' | 'amount'>[]): string[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of legs) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return [...sums].filter(([, sum]) => sum !== 0n).map(([currency]) => currency);
}

/** 32 bytes, equal only for equal alternatives. */
export function fingerprintOf(alternatives: readonly (readonly Leg[])[]): Buffer {
  return hash('sha256', alternatives.map((legs) => legs.map(legText).join('\n')).join('\n\n'), 'buffer');
}

function legText({ account, currency, amount, restFrom }: Leg): string {
  const rest = restFrom ? `${restFrom.balanceId} ${restFrom.part}` : '';
  return `${account.balanceId} ${account.part} ${currency} ${amount} ${rest}`;
}
