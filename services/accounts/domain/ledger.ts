// Decisions of the ledger, in memory: which journals of a batch are booked on the locked balances, and their changes.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, Refusal } from '../../kit/messages/fail.ts';
import { type AccountStatus, mayBook, notActive } from './account-status.ts';
import { alternativesOf, type JournalRequest, type Leg } from './journal.ts';
import type { LedgerAccount, Part } from './ledger-account.ts';
import { isRepaying } from './platform-debt.ts';

/** The balances of a row, with their limits. */
export interface Holding {
  /** uuid of the row. */
  readonly id: string;
  readonly platformId: string;
  readonly currency: string;
  readonly neverNegative: boolean;
  /** For internal accounts. Absent for house accounts. */
  readonly status?: AccountStatus;
  /** For accounts of the platform: the debt that each credit repays first. */
  readonly debt?: LedgerAccount;
  readonly available: bigint;
  readonly held: bigint;
  readonly pendingIn: bigint;
  /** For internal accounts: increases with each event. */
  readonly version: bigint;
}

/** A line of a booked journal. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly currency: string;
  readonly amount: bigint;
}

export interface Booking {
  /** Position of the booked alternative. */
  readonly alternative: number;
  readonly postings: readonly Posting[];
  /** The changed rows after this journal. */
  readonly after: readonly Holding[];
  /** Internal accounts whose balance or total balance changed. */
  readonly shown: readonly Holding[];
}

export type Decision = Booking | Refusal;

/** The balances of each platform, by id. A platform and its forks have the same ids. */
export type Holdings = ReadonlyMap<string, Map<string, Holding>>;

/** Decides the journals in order, and updates `holdingsOf`. */
export function decideAll(journals: readonly JournalRequest[], holdingsOf: Holdings): Decision[] {
  return journals.map((journal) => {
    const holdings = holdingsOf.get(journal.platformId) ?? new Map<string, Holding>();
    const decision = decide(journal, holdings);
    if (!(decision instanceof Refusal)) for (const holding of decision.after) holdings.set(holding.id, holding);
    return decision;
  });
}

/** The first alternative that is not refused. Otherwise the refusal for an insufficient balance, or else the first one. */
export function decide(journal: JournalRequest, holdings: ReadonlyMap<string, Holding>): Decision {
  const refusals: Refusal[] = [];
  for (const [alternative, legs] of alternativesOf(journal).entries()) {
    const decision = decideLegs(legs === journal.legs ? journal : { ...journal, legs }, alternative, holdings);
    if (!(decision instanceof Refusal)) return decision;
    refusals.push(decision);
  }
  const [first] = refusals;
  if (!first) throw new Error('A journal without legs.');
  return refusals.find(({ details }) => details?.reason === 'INSUFFICIENT_BALANCE') ?? first;
}

/** All legs or none. Accounts are checked before balances. */
function decideLegs(journal: JournalRequest, alternative: number, holdings: ReadonlyMap<string, Holding>): Decision {
  for (const leg of journal.legs) {
    const refusal = refuseLeg(leg, journal, holdings);
    if (refusal) return refusal;
  }
  const draft = new Draft(holdings);
  for (const leg of journal.legs) draft.book(leg);
  return draft.finish(alternative);
}

/** The maximum balance in the API, because JSON numbers are exact up to here. */
export const shownMax = BigInt(Number.MAX_SAFE_INTEGER);
/** The maximum of the column. */
const storedMax = 2n ** 63n - 1n;

export const totalOf = ({ available, held, pendingIn }: Pick<Holding, Part>): bigint => available + held + pendingIn;

function refuseLeg(leg: Leg, journal: JournalRequest, holdings: ReadonlyMap<string, Holding>): Refusal | undefined {
  for (const account of leg.restFrom ? [leg.account, leg.restFrom] : [leg.account]) {
    const holding = holdings.get(account.balanceId);
    if (!holding || holding.platformId !== journal.platformId) return unknownAccount(account);
    if (holding.currency !== leg.currency) return wrongCurrency(holding, leg);
    if (holding.status && !mayBook({ ...leg, account }, holding.status, journal)) return notActive(holding.status);
  }
  return undefined;
}

/** The balances that a journal touches, during its decision. */
class Draft {
  readonly #holdings: ReadonlyMap<string, Holding>;
  readonly #touched = new Map<string, Record<Part, bigint>>();
  readonly #postings: Posting[] = [];

  constructor(holdings: ReadonlyMap<string, Holding>) {
    this.#holdings = holdings;
  }

  book(leg: Leg): void {
    const { account, currency, amount, restFrom } = leg;
    const debt = isRepaying(leg) ? this.#holding(account.balanceId).debt : undefined;
    const repaid = debt ? min(amount, max(0n, -this.#balanceOf(debt))) : 0n;
    const missing = restFrom ? min(0n, amount + max(0n, this.#balanceOf(account))) : 0n;
    this.#add({ account, currency, amount: amount - repaid - missing });
    if (debt) this.#add({ account: debt, currency, amount: repaid });
    if (restFrom) this.#add({ account: restFrom, currency, amount: missing });
  }

  finish(alternative: number): Decision {
    const after: Holding[] = [];
    const shown: Holding[] = [];
    for (const [id, balances] of this.#touched) {
      const before = this.#holding(id);
      const refusal = refuseBalances(before, balances);
      if (refusal) return refusal;
      const isShown = before.status !== undefined && differs(before, balances);
      const holding = { ...before, ...balances, version: isShown ? before.version + 1n : before.version };
      after.push(holding);
      if (isShown) shown.push(holding);
    }
    return { alternative, postings: this.#postings, after, shown };
  }

  #add(posting: Posting): void {
    if (posting.amount === 0n) return;
    this.#balancesOf(posting.account)[posting.account.part] += posting.amount;
    this.#postings.push(posting);
  }

  #balanceOf({ balanceId, part }: LedgerAccount): bigint {
    return (this.#touched.get(balanceId) ?? this.#holding(balanceId))[part];
  }

  #balancesOf({ balanceId }: LedgerAccount): Record<Part, bigint> {
    const known = this.#touched.get(balanceId);
    if (known) return known;
    const { available, held, pendingIn } = this.#holding(balanceId);
    const balances = { available, held, pendingIn };
    this.#touched.set(balanceId, balances);
    return balances;
  }

  #holding(id: string): Holding {
    const holding = this.#holdings.get(id);
    if (!holding) throw new Error(`The balance ${id} was not read.`);
    return holding;
  }
}

const min = (one: bigint, other: bigint) => (one < other ? one : other);
const max = (one: bigint, other: bigint) => (one > other ? one : other);

const parts: readonly Part[] = ['available', 'held', 'pendingIn'];

function refuseBalances(before: Holding, balances: Record<Part, bigint>): Refusal | undefined {
  for (const part of parts) {
    if (before.neverNegative && balances[part] < 0n) return shortOf(before, part, before[part] - balances[part]);
    if (balances[part] > storedMax || balances[part] < -storedMax) return tooMuch(before);
  }
  return before.status && totalOf(balances) > shownMax ? tooMuch(before) : undefined;
}

/** Whether the available or total balance has changed. */
function differs(before: Holding, balances: Record<Part, bigint>): boolean {
  return before.available !== balances.available || totalOf(before) !== totalOf(balances);
}

function unknownAccount({ balanceId, house }: LedgerAccount): Refusal {
  if (house) throw new Error(`The house account ${house.kind} (${balanceId}) was not opened.`);
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no internal account ${balanceId}.`, { resource: 'InternalAccount' });
}

function wrongCurrency(holding: Holding, leg: Leg): Refusal {
  return fail(ErrorCode.INVALID_CURRENCY, `The account is in ${holding.currency}, the leg in ${leg.currency}.`);
}

function shortOf({ currency, ...before }: Holding, part: Part, required: bigint): Refusal {
  return fail(ErrorCode.INVALID_AMOUNT, 'The account balance is insufficient.', {
    reason: 'INSUFFICIENT_BALANCE',
    available: inJson(before[part]),
    required: inJson(required),
    currency,
  });
}

function tooMuch({ currency }: Holding): Refusal {
  return fail(ErrorCode.INVALID_AMOUNT, 'The balance would exceed the maximum.', {
    reason: 'BALANCE_TOO_LARGE',
    currency,
  });
}

/** An amount in free-form details: a number if that is exact. */
function inJson(amount: bigint): number | string {
  const exact = Number(amount);
  return Number.isSafeInteger(exact) ? exact : String(amount);
}
