// Compares what a settlement file and the ledger say of one reference.

/** Money that went through a rail. */
export interface Movement {
  /** What the rail knows it by. */
  readonly reference: string;
  /** IN: received for a platform. OUT: sent for it. */
  readonly direction: 'IN' | 'OUT';
  /** In the smallest unit, greater than zero. */
  readonly amount: bigint;
  readonly currency: string;
  /** When it was settled or booked, in milliseconds since 1970. */
  readonly at: number;
}

/** A row of the settlement file. */
export interface Row extends Movement {
  readonly line: number;
}

/** An entry of the ledger. */
export interface Entry extends Movement {
  /** uuid. */
  readonly platform: string;
  /** uuid. */
  readonly transaction: string;
  readonly step: string;
}

export type Difference = 'MISSING_IN_FILE' | 'MISSING_IN_LEDGER' | 'DUPLICATE_IN_FILE' | 'AMOUNT' | 'CURRENCY' | 'DIRECTION';

/** A row and an entry that belong together, or one without the other. */
export interface Pair {
  /** Absent: they are equal. */
  readonly difference?: Difference;
  readonly row?: Row;
  readonly entry?: Entry;
}

interface Unpaired {
  readonly rows: readonly Row[];
  readonly entries: readonly Entry[];
}

/**
 * Pairs the rows and entries of one reference, such as a payout and its return. Equal ones belong together. Of the others, a row that
 * repeats an earlier one is a duplicate, and the rest is paired by what they have in common.
 */
export function compare({ rows, entries }: Unpaired): readonly Pair[] {
  const equal = pairUp({ rows, entries: entries.toSorted(reversalsLast) }, (row, entry) => termsOf(row) === termsOf(entry));
  const { firsts, repeated } = splitRepeated(equal);
  const rest = { rows: firsts, entries: withoutReversed(equal.entries) };
  const amounts = pairUp(rest, (row, entry) => row.direction === entry.direction && row.currency === entry.currency, 'AMOUNT');
  const currencies = pairUp(amounts, (row, entry) => row.direction === entry.direction, 'CURRENCY');
  const isTurned = (row: Row, entry: Entry) => row.amount === entry.amount && row.currency === entry.currency;
  const directions = pairUp(currencies, isTurned, 'DIRECTION');
  return [
    ...equal.pairs,
    ...amounts.pairs,
    ...currencies.pairs,
    ...directions.pairs,
    ...repeated.map((row): Pair => ({ difference: 'DUPLICATE_IN_FILE', row })),
    ...directions.rows.map((row): Pair => ({ difference: 'MISSING_IN_LEDGER', row })),
    ...directions.entries.map((entry): Pair => ({ difference: 'MISSING_IN_FILE', entry })),
  ];
}

interface Paired extends Unpaired {
  readonly pairs: readonly Pair[];
}

/** Pairs each row with the first free entry that matches it. */
function pairUp({ rows, entries }: Unpaired, matches: (row: Row, entry: Entry) => boolean, difference?: Difference): Paired {
  const free = [...entries];
  const [pairs, left]: [Pair[], Row[]] = [[], []];
  for (const row of rows) {
    const index = free.findIndex((entry) => matches(row, entry));
    const [entry] = index < 0 ? [] : free.splice(index, 1);
    if (entry) pairs.push({ row, entry, ...(difference && { difference }) });
    else left.push(row);
  }
  return { pairs, rows: left, entries: free };
}

const termsOf = ({ direction, amount, currency }: Movement) => `${direction} ${amount} ${currency}`;

/** Rows without an equal entry: those that repeat a row, and the others. */
function splitRepeated({ pairs, rows }: Paired): { firsts: readonly Row[]; repeated: readonly Row[] } {
  const seen = new Set(pairs.flatMap(({ row }) => (row ? [termsOf(row)] : [])));
  const [firsts, repeated]: [Row[], Row[]] = [[], []];
  for (const row of rows) {
    (seen.has(termsOf(row)) ? repeated : firsts).push(row);
    seen.add(termsOf(row));
  }
  return { firsts, repeated };
}

/** The step that reverses IN_SEEN when a deposit in transit is refused, or is booked elsewhere. The rail has not sent any money then. */
const isReversal = ({ step }: Entry) => step === 'IN_UNSEEN';

const reversalsLast = (one: Entry, other: Entry) => Number(isReversal(one)) - Number(isReversal(other));

/** Without reversals and what they reverse. */
function withoutReversed(entries: readonly Entry[]): readonly Entry[] {
  const reversals = entries.filter(isReversal);
  const kept = entries.filter((entry) => !isReversal(entry));
  const left = reversals.filter(({ amount, currency }) => {
    const index = kept.findIndex((entry) => entry.direction === 'IN' && entry.amount === amount && entry.currency === currency);
    if (index >= 0) kept.splice(index, 1);
    return index < 0;
  });
  return [...kept, ...left];
}
